import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { register, uniqueName } from './support/fixtures.js';

describeProject('a request with an idempotency key', (service, fixture) => {
  const send = (path: string, body: unknown, key: string, client = fixture.admin): Promise<Answer> =>
    client.post(path, body, { 'idempotency-key': key });
  const record = (members: object = {}) => ({
    authority_id: fixture.authorityId,
    origin: 'here',
    content: 'content',
    ...members,
  });
  const revoke = (id: string) => `/v1/records/${id}/revoke`;
  const reason = { reason: 'because' };
  const codeOf = ({ status, body }: Answer) => [status, body['error']?.code];
  const same = (answers: Answer[]) => {
    for (const answer of answers) {
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([
        answers[0]?.status,
        answers[0]?.text,
        answers[0]?.headers.get('etag'),
      ]);
    }
  };
  const registered = async (origin: string): Promise<number> => {
    const { body } = await fixture.reader.get('/v1/records?limit=100');
    return body['data'].filter((each: { origin: string }) => each.origin === origin).length;
  };

  it('gets the first one’s answer when it comes again, and does nothing twice', async () => {
    const [key, origin] = [uniqueName(), uniqueName()];
    const first = await send('/v1/records', record({ origin }), key);
    expect(first.status).toBe(201);
    const again = await send('/v1/records', record({ origin }), key);
    const quoted = await send('/v1/records', record({ origin }), `"${key}"`);
    same([first, again, quoted]);
    for (const { headers } of [again, quoted]) expect(headers.get('idempotent-replayed')).toBe('true');
    expect(await registered(origin)).toBe(1);
  });

  it('answers a repetition at once', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    for (const [path, body] of [
      ['/v1/records', record()],
      [revoke(id), reason],
      [`/v1/authorities/${fixture.authorityId}/renew`, { ...reason, valid_until: '2091-01-01T00:00:00Z' }],
    ] as const) {
      const key = uniqueName();
      const first = await send(path, body, key);
      const waits: number[] = [];
      for (let times = 0; times < 5; times += 1) {
        const began = performance.now();
        same([first, await send(path, body, key)]);
        waits.push(performance.now() - began);
      }
      // What the machine does beside this delays one or the other; what the service waits for would delay them all.
      expect(Math.min(...waits)).toBeLessThan(900);
    }
  });

  it('is one of twenty at once: one record, one answer', async () => {
    const [key, origin, external_id] = [uniqueName(), uniqueName(), uniqueName()];
    const body = record({ origin, external_id });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/v1/records', body, key)));
    expect(answers[0]?.status).toBe(201);
    same(answers);
    expect(await registered(origin)).toBe(1);
  });

  it('gets the first one’s refusal', async () => {
    const [key, id] = [uniqueName(), await register(fixture.admin, fixture.authorityId)];
    const reinstate = () => send(`/v1/records/${id}/reinstate`, reason, key);
    expect(codeOf(await reinstate())).toEqual([409, 'record.transition_not_allowed']);
    await fixture.admin.post(`/v1/records/${id}/suspend`, reason);
    expect(codeOf(await reinstate())).toEqual([409, 'record.transition_not_allowed']);
    expect(codeOf(await send(`/v1/records/${id}/reinstate`, reason, uniqueName()))).toEqual([200, undefined]);

    const [taken, external_id] = [uniqueName(), uniqueName()];
    const existing_id = await register(fixture.admin, fixture.authorityId, { external_id });
    for (let turn = 0; turn < 2; turn += 1) {
      const refused = await send('/v1/records', record({ external_id }), taken);
      expect(refused.body['error']).toMatchObject({ code: 'record.already_exists', existing_id });
      if (turn === 1) expect(refused.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('is refused where it asks for something else', async () => {
    const [key, id] = [uniqueName(), await register(fixture.admin, fixture.authorityId)];
    await send('/v1/records', record(), key);
    const other = await send('/v1/records', record({ origin: 'there' }), key);
    expect(codeOf(other)).toEqual([422, 'idempotency.key_reused']);
    const { authority_id, ...rest } = record();
    expect((await send('/v1/records', { ...rest, authority_id }, key)).status).toBe(201);
    // The first valid item has the key of the whole.
    const batch = { records: [{}, record()] };
    expect((await send('/v1/records/batch', batch, key)).body['data']).toMatchObject([
      { error: { code: 'request.invalid' } },
      { error: { code: 'idempotency.key_reused' } },
    ]);
    const elsewhere = [await send(revoke(id), reason, key)];
    const [own, one] = [uniqueName(), await register(fixture.admin, fixture.authorityId)];
    expect((await send(revoke(one), reason, own)).status).toBe(200);
    elsewhere.push(
      await send(revoke(id), reason, own),
      await send(`/v1/records/${one}/suspend`, reason, own),
    );
    const headers = { 'idempotency-key': own, 'if-match': '"1"' };
    elsewhere.push(await fixture.admin.post(revoke(one), reason, headers));
    for (const answer of elsewhere) expect(codeOf(answer)).toEqual([422, 'idempotency.key_reused']);
    expect((await fixture.reader.get(`/v1/records/${id}`)).body['state']).toBe('active');
  });

  it('has nothing to do with the same key at another owner or with another credential', async () => {
    const key = uniqueName();
    const writer = await fixture.holding({ capabilities: ['write'] });
    const mine = await send('/v1/records', record(), key);
    const theirs = await send('/v1/records', record(), key, writer);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    const credential = await send('/v1/credentials', { name: 'Reader', capabilities: ['read'] }, key);
    expect(credential.status).toBe(201);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  it('may be a batch, of which each item is done once', async () => {
    const [key, external_id] = [uniqueName(), uniqueName()];
    const records = [record(), record({ external_id }), record({ external_id }), record()];
    const first = await send('/v1/records/batch', { records }, key);
    const again = await send('/v1/records/batch', { records }, key);
    const outcomes = ({ body }: Answer) =>
      body['data'].map((each: { id?: string; error?: { code: string } }) => each.id ?? each.error?.code);
    expect(outcomes(again)).toEqual(outcomes(first));
    expect(outcomes(first)[2]).toBe('record.already_exists');
    expect(new Set(outcomes(first)).size).toBe(4);
    expect(outcomes(await send('/v1/records/batch', { records: [record()] }, key))).toEqual([
      'idempotency.key_reused',
    ]);
  });

  it('shows a token once', async () => {
    const key = uniqueName();
    const wanted = { name: 'Checkout', capabilities: ['verify'] };
    const first = await send('/v1/credentials', wanted, key);
    const again = await send('/v1/credentials', wanted, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual({ ...first.body, token: null });
    expect(first.body['token']).toContain(first.body['key_id']);

    const once = uniqueName();
    const atOnce = Array.from({ length: 12 }, () => send('/v1/credentials', wanted, once));
    const answers = (await Promise.all(atOnce)).map(({ body }) => body);
    expect(new Set(answers.map(({ id }) => String(id))).size).toBe(1);
    expect(answers.filter(({ token }) => token !== null).length).toBeLessThanOrEqual(1);

    const created = await send('/v1/projects', { name: 'Registry' }, key, fixture.operator);
    const replayed = await send('/v1/projects', { name: 'Registry' }, key, fixture.operator);
    expect([created.status, replayed.status]).toEqual([201, 201]);
    const { admin_credential: credential } = created.body;
    expect(replayed.body).toEqual({ ...created.body, admin_credential: { ...credential, token: null } });
    const used = await fixture.admin.as(credential.token).get('/v1/projects/current');
    expect(used.body['project'].id).toBe(created.body['id']);
  });

  it('is executed if the first request never reached the owner', async () => {
    const [key, id] = [uniqueName(), uniqueName()];
    expect((await send('/v1/records', record({ origin: 7 }), key)).status).toBe(400);
    expect((await send('/v1/records', record(), key, fixture.reader)).status).toBe(403);
    expect((await send(revoke(id), reason, key)).status).toBe(404);
    expect((await send('/v1/records', record(), key)).status).toBe(201);
  });

  it.each(['', '"a" "b"'])('must have a valid key: %j is not valid', async (key) => {
    const answer = await send('/v1/records', record(), key);
    expect(codeOf(answer)).toEqual([400, 'request.invalid']);
    expect(answer.body['error'].details).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
  });

  it('may only read: then any key will do', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const headers = { 'idempotency-key': '' };
    expect((await fixture.verifier.post('/v1/records/verify', { record_id: id }, headers)).status).toBe(200);
    const batch = { records: [{ record_id: id }] };
    expect((await fixture.verifier.post('/v1/records/verify/batch', batch, headers)).status).toBe(200);
  });

  it('leaves neither its key nor a secret in the database', async () => {
    const key = `my own ${uniqueName()}`;
    const { body } = await send('/v1/credentials', { name: 'Kept', capabilities: ['verify'] }, key);
    const rows = await service.sql<{ text: string }>(
      'SELECT idempotency_keys::text AS text FROM credential_authority.idempotency_keys',
    );
    const texts = rows.map(({ text }) => text).join('\n');
    expect(texts).toContain(body['key_id']);
    expect(texts).not.toContain(key);
    expect(texts).not.toContain(body['token'].split('_').at(-1));
  });

  it('is executed again a day after the first request, when its result is deleted', async () => {
    const key = uniqueName();
    const sendAll = () =>
      Promise.all([
        send('/v1/records', record(), key),
        send('/v1/credentials', { name: 'Again', capabilities: ['verify'] }, key),
      ]);
    const first = await sendAll();
    const ids = first.map(({ body }) => String(body['id']));
    const schemas = ['record_store', 'credential_authority'];
    const own = `WHERE idempotency_keys::text LIKE ANY ($1)`;
    const these = [ids.map((id) => `%${id}%`)];
    for (const schema of schemas) {
      const ended = `UPDATE ${schema}.idempotency_keys SET expires_at = now() ${own} RETURNING key`;
      expect(await service.sql(ended, these)).toHaveLength(1);
    }
    const left = async () =>
      (
        await Promise.all(
          schemas.map((schema) => service.sql(`SELECT FROM ${schema}.idempotency_keys ${own}`, these)),
        )
      ).flat();
    await eventually(async () => (await left()).length === 0);
    const second = await sendAll();
    expect(second.map(({ status }) => status)).toEqual([201, 201]);
    for (const { body } of second) expect(ids).not.toContain(body['id']);
  });
});
