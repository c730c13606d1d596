import { afterEach, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { eventually } from '@service/testing';
import pg from 'pg';
import type { Answer } from './support/client.js';
import { grant } from './support/fixtures.js';
import { describeProject } from './support/describe-project.js';

describeProject('what was written through another gateway a moment ago', (service, fixture) => {
  /** Ends the lock that a test holds. */
  let release = () => Promise.resolve();
  afterEach(() => release());

  /** Prevents a view from showing anything new, while it can be read: as a gateway that is behind. */
  async function holdBack(table: string): Promise<void> {
    const client = new pg.Client({ connectionString: service.databaseUrl() });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    let ending: Promise<void> | undefined;
    release = () => (ending ??= client.end());
  }

  /** Writes as any client does: the one of tests would wait until the view shows it. @returns its id. */
  async function write(path: string, body: object): Promise<string> {
    return (await written(path, body)).id;
  }

  async function written(path: string, body: object): Promise<{ id: string; path: string }> {
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.tokens.development.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string; path: string };
  }

  const outcomeOf = ({ status, headers, body }: Answer) => [
    status,
    body['error']?.code,
    headers.get('retry-after'),
  ];
  const NOT_FOUND = [404, 'record.not_found', null];
  const UNAVAILABLE = [503, 'service.unavailable', '1'];

  it('is never missing: a record is waited for, and what does not exist for the caller is not', async () => {
    const another = await grant(fixture.admin);
    const limited = await fixture.holding({ capabilities: ['verify', 'read'], authorities: [another] });
    const strangers = [limited, await fixture.stranger()];
    await holdBack('verify_api_records.records');
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const id = await write('/v1/records', record);
    const { verifier, reader, admin } = fixture;
    const ask = (client: typeof admin, recordId: string) => [
      client.once.post('/v1/records/verify', { record_id: recordId }),
      client.once.get(`/v1/records/${recordId}`),
      client.once.get(`/v1/records/${recordId}/history`),
      client.once.get(`/v1/records/${recordId}/evidence`, { Prefer: 'wait=0' }),
    ];
    const items = [id, newId('record')].map((record_id) => ({ record_id }));
    const [batch, behind, missing] = await Promise.all([
      verifier.once.post('/v1/records/verify/batch', { records: items }),
      Promise.all(ask(admin, id)),
      Promise.all([...strangers.flatMap((client) => ask(client, id)), ...ask(admin, newId('record'))]),
    ]);
    expect(behind.map(outcomeOf)).toEqual(behind.map(() => UNAVAILABLE));
    expect(missing.map(outcomeOf)).toEqual(missing.map(() => NOT_FOUND));
    const codes = (batch.body['data'] as { error?: { code: string } }[]).map(({ error }) => error?.code);
    expect(codes).toEqual(['service.unavailable', 'record.not_found']);
    const waiting = Promise.all([
      verifier.once.post('/v1/records/verify', { record_id: id }),
      reader.once.get(`/v1/records/${id}`),
    ]);
    await release();
    expect((await waiting).map((answer) => answer.status)).toEqual([200, 200]);
  });

  it('through this gateway is read once the view shows it, while writes wait for no view', async () => {
    await holdBack('verify_api_records.records');
    const external_id = newId('record');
    const id = await write('/v1/records', {
      authority_id: fixture.authorityId,
      origin: 'o',
      content: 'c',
      external_id,
    });
    const { verifier, reader, admin } = fixture;
    const suspended = await admin.once.post(`/v1/records/${id}/suspend`, { reason: 'doubt' });
    expect([suspended.status, suspended.body['version']]).toEqual([200, 2]);
    const reads = Promise.all([
      verifier.once.post('/v1/records/verify', { record_id: id }),
      verifier.once.post('/v1/records/verify', { external_id }),
      reader.once.get(`/v1/records/${id}`),
      reader.once.get(`/v1/records?external_id=${external_id}`),
    ]);
    await release();
    const [byId, byName, read, list] = await reads;
    for (const { body } of [byId, byName]) {
      expect(body['evidence']).toMatchObject({ state: 'suspended', provenance: { verified: true } });
    }
    expect(read.body['version']).toBe(2);
    expect(list.body['data']).toMatchObject([{ id, state: 'suspended', version: 2 }]);
  });

  it('is never missing: a link, to whoever opens it', async () => {
    const record_id = await write('/v1/records', {
      authority_id: fixture.authorityId,
      origin: 'o',
      content: 'l',
    });
    await fixture.reader.get(`/v1/records/${record_id}`);
    await holdBack('verify_api_links.links');
    const { path } = await written(`/v1/records/${record_id}/links`, {});
    const [, key = ''] = /#(lnk_[0-9A-Z]{26}_[\w-]{43})_/.exec(path) ?? [];
    const open = (given: string) =>
      fixture.anonymous.once.call('POST', '/v/development/open', {
        headers: { authorization: `Link ${given}` },
      });
    const both = await Promise.all([open(key), open(newId('link') + key.slice(-44))]);
    expect(both.map(outcomeOf)).toEqual([UNAVAILABLE, [404, 'link.not_found', null]]);
    await release();
    await eventually(async () => expect((await open(key)).status).toBe(200));
  });

  it('is never missing: a subscription', async () => {
    await holdBack('verify_api_subscriptions.subscriptions');
    const wanted = { endpoint: 'https://example.com/', categories: ['record'] };
    const path = `/v1/subscriptions/${await write('/v1/subscriptions', wanted)}`;
    const both = await Promise.all(
      [path, `/v1/subscriptions/${newId('subscription')}`].map((each) => fixture.admin.once.get(each)),
    );
    expect(both.map(outcomeOf)).toEqual([UNAVAILABLE, [404, 'subscription.not_found', null]]);
    await release();
    await eventually(async () => expect((await fixture.admin.get(path)).status).toBe(200));
  });
});
