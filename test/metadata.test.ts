import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { register, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

type Item = { id: string; metadata: object; metadata_version: number };

describeProject('the metadata of records', (service, fixture) => {
  const read = async (id: string) => (await fixture.reader.get(`/v1/records/${id}`)).body;
  const update = (id: string, metadata: unknown, by: Client = fixture.admin) =>
    by.patch(`/v1/records/${id}`, { metadata });
  const registered = (metadata: object, authorityId = fixture.authorityId) =>
    register(fixture.admin, authorityId, { metadata });
  const list = async (query: string, by: Client = fixture.reader) =>
    (await by.get(`/v1/records?${query}`)).body['data'] as Item[];

  it('are set with the record, and are in every answer about it', async () => {
    const metadata = { team: 'checkout', 'Größe & "mehr"': '🦉' };
    const body = { authority_id: fixture.authorityId, origin: 'here', content: 'a', metadata };
    const made = await fixture.admin.post('/v1/records', body);
    expect(made.body).toMatchObject({ version: 1, metadata, metadata_version: 1 });
    expect(made.headers.get('etag')).toBe(tagOf(made));
    const id = String(made.body['id']);
    const found = await fixture.reader.get(`/v1/records/${id}`);
    expect([found.text, found.headers.get('etag')]).toEqual([made.text, made.headers.get('etag')]);
    expect((await list('limit=1'))[0]).toEqual(made.body);
    const suspended = await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'because' });
    expect(suspended.body).toMatchObject({ version: 2, metadata, metadata_version: 1 });
    expect(await read(await register(fixture.admin, fixture.authorityId))).toMatchObject({
      metadata: {},
      metadata_version: 0,
    });
  });

  it('fit into a batch of a hundred, as many as each record may have', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'v']));
    const of = (at: number) => ({
      authority_id: fixture.authorityId,
      origin: 'o',
      content: 'c',
      external_id: `${uniqueName()}/${at}`,
      expires_at: '2090-01-01T00:00:00Z',
      metadata,
    });
    const records = Array.from({ length: 100 }, (_, at) => of(at));
    const { status, body } = await fixture.admin.post('/v1/records/batch', { records });
    expect([status, body['error']]).toEqual([200, undefined]);
    expect(body['data'].map((each: Item) => each.metadata)).toEqual(records.map(() => metadata));
  });

  it('are changed pair by pair, and the record stays as it is', async () => {
    const id = await registered({ team: 'checkout', env: 'live' });
    const before = await fixture.reader.get(`/v1/records/${id}`);
    const changed = await update(id, { env: null, ticket: 'T-1', team: 'search' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...before.body,
      metadata: { team: 'search', ticket: 'T-1' },
      metadata_version: 2,
    });
    expect(changed.headers.get('etag')).toBe(tagOf(changed));
    expect(changed.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await fixture.reader.get(`/v1/records/${id}`)).text).toBe(changed.text);
    expect((await update(id, { team: 'search' })).body['metadata_version']).toBe(2);
    expect((await update(id, {})).body['metadata_version']).toBe(2);
    expect((await update(id, null)).body).toMatchObject({ version: 1, metadata: {}, metadata_version: 3 });
  });

  it('can be changed whatever the record’s state, and compare If-Match with its version', async () => {
    const id = await registered({ a: '1' });
    await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'because' });
    const patch = (match: string) =>
      fixture.admin.patch(`/v1/records/${id}`, { metadata: { a: '2' } }, { 'if-match': match });
    const refused = await patch('"1"');
    expect([refused.status, refused.body['error']]).toMatchObject([
      412,
      { code: 'record.version_conflict', current_version: 2, current_state: 'revoked' },
    ]);
    expect((await patch('"2"')).body).toMatchObject({ version: 2, metadata: { a: '2' } });
  });

  it('are refused beyond their bounds', async () => {
    const id = await registered({});
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
    const body = { authority_id: fixture.authorityId, origin: 'o', content: 'c', metadata: { a: 1 } };
    for (const answer of [await fixture.admin.post('/v1/records', body), await update(id, 'text')]) {
      expect([answer.status, answer.body['error'].details]).toEqual([
        400,
        [expect.objectContaining({ field: 'metadata' })],
      ]);
    }
    expect((await update(id, many(20))).status).toBe(200);
    expect((await update(id, { other: 'v' })).body['error'].code).toBe('request.invalid');
    expect((await update(id, { k0: null, other: 'v' })).status).toBe(200);
    expect((await fixture.admin.patch(`/v1/records/${id}`, {})).body['error'].code).toBe('request.invalid');
    expect((await fixture.admin.patch(`/v1/records/${id}`, { origin: 'x' })).status).toBe(400);
  });

  it('leave a line in the history, and no event', async () => {
    const id = await registered({ a: '1' });
    const updated = await update(id, { a: '2' });
    await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'because' });
    await eventually(async () => {
      const { data } = (await fixture.admin.get(`/v1/events?subject_id=${id}`)).body;
      const types = data.map(({ type }: { type: string }) => type);
      expect(types).toEqual(['service.record.registered', 'service.record.revoked']);
      expect(JSON.stringify(data)).not.toContain('metadata');
    });
    expect(updated.status).toBe(200);
    const lines = (await fixture.auditor.get(`/v1/interactions?operation=records.update&subject=${id}`)).body[
      'data'
    ];
    expect(lines).toMatchObject([{ operation: 'records.update', subjects: [id], status: 200 }]);
  });

  it('are no part of verification, of a bundle or of what is stored as evidence', async () => {
    const text = uniqueName();
    const id = await registered({ note: text });
    const places = ['events', 'companions', 'idempotency_keys'].map((table) => `record_store.${table}`);
    const counts = [...places, 'verify_api_records.records', 'verify_api_records.former_contents'].map(
      (table) => `SELECT '${table}' AS place FROM ${table} AS t WHERE position($1 in t::text) > 0`,
    );
    expect(await service.sql(counts.join(' UNION '), [text])).toEqual([]);
    const verified = await fixture.verifier.post('/v1/records/verify', { record_id: id });
    const bundle = await fixture.verifier.get(`/v1/records/${id}/evidence`);
    expect([verified.status, bundle.status]).toEqual([200, 200]);
    expect(verified.text + bundle.text).not.toContain('metadata');
    expect(verified.text + bundle.text).not.toContain(text);
  });

  it('are the same for a registration that is repeated', async () => {
    const key = { 'idempotency-key': uniqueName() };
    const body = { authority_id: fixture.authorityId, origin: 'here', content: 'a', metadata: { a: '1' } };
    const made = await fixture.admin.post('/v1/records', body, key);
    await update(String(made.body['id']), { a: '2' });
    const repeated = await fixture.admin.post('/v1/records', body, key);
    expect([repeated.status, repeated.text]).toEqual([made.status, made.text]);
    const other = { ...body, metadata: { a: '3' } };
    expect((await fixture.admin.post('/v1/records', other, key)).body['error'].code).toBe(
      'idempotency.key_reused',
    );
  });
});

describeProject('a list of records by their metadata', (_, fixture) => {
  const run = uniqueName();
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (const at of [0, 1, 2, 3]) {
      const metadata = { run, side: at % 2 === 0 ? 'even' : 'odd' };
      ids.unshift(await register(fixture.admin, fixture.authorityId, { metadata }));
    }
    await register(fixture.admin, fixture.authorityId, { metadata: { run: `${run} ` } });
  });
  const list = (query: string, by: Client = fixture.reader) => by.get(`/v1/records?${query}`);
  const idsOf = async (query: string) => (await list(query)).body['data'].map(({ id }: Item) => id);
  const filter = `metadata=run=${run}`;

  it('has those with every pair that is named', async () => {
    expect(await idsOf(filter)).toEqual(ids);
    expect(await idsOf(`${filter}&metadata=side=odd`)).toEqual([ids[0], ids[2]]);
    expect(await idsOf(`${filter}&metadata=side=neither`)).toEqual([]);
    expect(await idsOf(`metadata=run%3D${run}`)).toEqual(ids);
  });

  it('has pages, whose cursors belong to the pairs', async () => {
    const first = (await list(`${filter}&limit=3`)).body;
    expect(first['data'].map(({ id }: Item) => id)).toEqual(ids.slice(0, 3));
    const cursor = `cursor=${first['next_cursor']}`;
    expect(await idsOf(`${filter}&limit=3&${cursor}`)).toEqual(ids.slice(3));
    for (const other of ['metadata=run=x', '', `${filter}&metadata=side=odd`]) {
      const refused = await list(`${other}&${cursor}`);
      expect(refused.body['error']).toMatchObject({
        code: 'request.invalid',
        details: [{ field: 'cursor' }],
      });
    }
  });

  it('follows a change of the metadata', async () => {
    const id = ids[0] as string;
    const change = (side: string | null) => fixture.admin.patch(`/v1/records/${id}`, { metadata: { side } });
    await change('moved');
    expect(await idsOf(`${filter}&metadata=side=moved`)).toEqual([id]);
    expect(await idsOf(`${filter}&metadata=side=odd`)).toEqual([ids[2]]);
    await change('odd');
  });
});
