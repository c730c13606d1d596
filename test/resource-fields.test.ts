import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { beforeMoment, createProject, grant, issue, register, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

const reason = { reason: 'because' };

describeProject('a resource', (_service, fixture) => {
  const pathOf = (id: string) => `/v1/records/${id}`;
  const read = (id: string, headers: Record<string, string> = {}) => fixture.reader.get(pathOf(id), headers);
  const etagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

  it('has an ETag of its version and its body, by which a caller asks for what is new', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const first = await read(id);
    const tag = etagOf(first);
    expect([first.status, tag]).toEqual([200, tagOf(first)]);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const same = await fixture.reader.call(method, pathOf(id), { headers: { 'if-none-match': known } });
        expect([method, known, same.status, same.text, etagOf(same)]).toEqual([method, known, 304, '', tag]);
        expect(same.headers.get('service-evidence-as-of')).not.toBeNull();
      }
    }
    expect((await read(id, { 'if-none-match': '"1"' })).body).toEqual(first.body);
    await fixture.admin.post(`${pathOf(id)}/suspend`, reason);
    const changed = await read(id, { 'if-none-match': tag });
    expect([changed.status, changed.body['version'], etagOf(changed)]).toEqual([200, 2, tagOf(changed)]);
  });

  it('has another ETag when it has expired', async () => {
    const [id, active] = await beforeMoment(async (expires_at) => {
      const made = await register(fixture.admin, fixture.authorityId, { expires_at });
      const answer = await read(made);
      expect(answer.body['state']).toBe('active');
      return [made, answer] as const;
    });
    const expired = await eventually(async () => {
      const answer = await read(id, { 'if-none-match': etagOf(active) });
      expect(answer.status).toBe(200);
      return answer;
    });
    expect([expired.body['state'], etagOf(expired)]).toEqual(['expired', tagOf(expired)]);
    expect(etagOf(expired)).not.toBe(etagOf(active));
  });

  it('is changed, and read, only at the version that If-Match names, with its ETag or alone', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const first = await read(id);
    for (const named of [etagOf(first), '"1"', '"1.00000000"', '*']) {
      expect([named, (await read(id, { 'if-match': named })).status]).toEqual([named, 200]);
    }
    const suspend = await fixture.admin.post(`${pathOf(id)}/suspend`, reason, { 'if-match': etagOf(first) });
    expect([suspend.status, suspend.body['version']]).toEqual([200, 2]);
    const current = { current_version: 2, current_state: 'suspended' };
    const stale = await read(id, { 'if-match': etagOf(first) });
    expect([stale.status, etagOf(stale)]).toEqual([412, etagOf(suspend)]);
    expect(stale.body['error']).toMatchObject({ code: 'record.version_conflict', ...current });
    const refused = await fixture.admin.post(`${pathOf(id)}/revoke`, reason, { 'if-match': etagOf(first) });
    expect(refused.status).toBe(412);
    expect(refused.body['error']).toMatchObject({ code: 'record.version_conflict', ...current });
    expect((await read(id, { 'if-match': `"1", W/${etagOf(suspend)}` })).status).toBe(200);
  });

  it('of each kind tells its version and state where a request conflicts with it', async () => {
    const { admin, operator } = fixture;
    const endpoint = 'https://receiver.example/events';
    const subscription = await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
    const kinds = [
      ['authority', admin, `/v1/authorities/${await grant(admin)}`, 'suspend', 'suspended'],
      ['subscription', admin, `/v1/subscriptions/${subscription.body['id']}`, 'disable', 'disabled'],
      ['credential', admin, `/v1/credentials/${(await issue(admin)).id}`, 'revoke', 'revoked'],
      ['project', operator, `/v1/projects/${(await createProject(operator)).id}`, 'suspend', 'suspended'],
    ] as const;
    for (const [kind, client, path, what, current_state] of kinds) {
      expect([kind, (await client.post(`${path}/${what}`, reason)).status]).toEqual([kind, 200]);
      const again = await client.post(`${path}/${what}`, reason);
      const stale = await client.post(`${path}/${what}`, reason, { 'if-match': '"1"' });
      const readStale = await client.get(path, { 'if-match': '"1"' });
      expect([again.status, stale.status, readStale.status]).toEqual([409, 412, 412]);
      const current = { current_version: 2, current_state };
      const conflict = { code: `${kind}.version_conflict`, ...current };
      expect(again.body['error']).toMatchObject({ code: `${kind}.transition_not_allowed`, ...current });
      expect([stale.body['error'], readStale.body['error']]).toMatchObject([conflict, conflict]);
    }
  });

  it('that was created is at the path that Location names', async () => {
    const { admin, operator, authorityId } = fixture;
    const endpoint = 'https://receiver.example/events';
    const made = [
      await admin.post('/v1/records', { authority_id: authorityId, origin: 'o', content: 'c' }),
      await admin.post('/v1/authorities', {
        issuer: 'Test Registry',
        scope: ['verify'],
        valid_until: '2090-01-01T00:00:00Z',
      }),
      await admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] }),
      await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] }),
      await operator.post('/v1/projects', { name: 'x' }),
    ];
    for (const { status, headers, body } of made) {
      expect(status).toBe(201);
      const client = body['admin_credential'] === undefined ? admin : operator;
      const found = await client.get(headers.get('location') ?? '');
      expect([found.status, found.body['id']]).toEqual([200, body['id']]);
    }
    expect((await read(fixture.recordId)).headers.get('location')).toBeNull();
  });

  it('is also the caller’s own project, with what its credential may do', async () => {
    const path = '/v1/projects/current';
    const first = await fixture.reader.get(path);
    expect(etagOf(first)).toBe(`"${first.body['project'].version}.${tagOf(first).split('.')[1]}`);
    expect((await fixture.reader.get(path, { 'if-none-match': etagOf(first) })).status).toBe(304);
    // Another credential of the project has another answer.
    const other = await fixture.verifier.get(path, { 'if-none-match': etagOf(first) });
    expect([other.status, etagOf(other)]).not.toContain(etagOf(first));
    expect(other.status).toBe(200);
    expect((await fixture.reader.get(path, { 'if-match': etagOf(first) })).status).toBe(200);
    const stale = await fixture.reader.get(path, { 'if-match': '"99"' });
    expect([stale.status, stale.body['error'].code]).toEqual([412, 'project.version_conflict']);
  });

  it('is no list, which still refuses an If-Match that is malformed', async () => {
    for (const path of ['/v1/records', '/v1/authorities', '/v1/events', '/v1/usage']) {
      const refused = await fixture.admin.get(path, { 'if-match': 'three' });
      expect([path, refused.status, refused.body['error'].details[0].field]).toEqual([path, 400, 'If-Match']);
      expect((await fixture.admin.get(path, { 'if-match': '"3"' })).status).toBe(200);
    }
  });
});

describeProject('an outcome', (_service, fixture) => {
  const replayedOf = ({ headers }: Answer) => headers.get('idempotent-replayed');
  const record = () => ({ authority_id: fixture.authorityId, origin: 'o', content: 'c' });
  const twice = async (path: string, body: unknown, client = fixture.admin) => {
    const headers = { 'idempotency-key': uniqueName() };
    const first = await client.post(path, body, headers);
    const again = await client.post(path, body, headers);
    return { first, again, statuses: [first.status, again.status] };
  };

  it('says whether it is repeated from an Idempotency-Key', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const requests: [string, unknown, number, typeof fixture.admin][] = [
      ['/v1/records', record(), 201, fixture.admin],
      [`/v1/records/${id}/suspend`, reason, 200, fixture.admin],
      [`/v1/records/${id}/suspend`, reason, 409, fixture.admin],
      ['/v1/records/batch', { records: [record(), {}, record()] }, 200, fixture.admin],
      ['/v1/projects', { name: 'x' }, 201, fixture.operator],
    ];
    for (const [path, body, status, client] of requests) {
      const { first, again, statuses } = await twice(path, body, client);
      expect([path, ...statuses]).toEqual([path, status, status]);
      expect([path, replayedOf(first), replayedOf(again)]).toEqual([path, null, 'true']);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
    }
  });

  it('of a batch is not repeated where any of its items is new', async () => {
    const headers = { 'idempotency-key': uniqueName() };
    await fixture.admin.post('/v1/records/batch', { records: [record()] }, headers);
    const other = await fixture.admin.post('/v1/records/batch', { records: [record(), record()] }, headers);
    expect(replayedOf(other)).toBeNull();
    expect(other.body['data'][0].error.code).toBe('idempotency.key_reused');
  });
});

describeProject('a cache', (_service, fixture) => {
  const controlOf = ({ headers }: Answer) => headers.get('cache-control');

  it('may keep no secret and no error, and no answer to a caller without asking again', async () => {
    const { admin, reader, verifier, operator, anonymous, recordId } = fixture;
    const issued = await admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] });
    const endpoint = 'https://receiver.example/events';
    const subscribed = await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
    const secrets = [
      issued,
      await admin.post(`/v1/credentials/${issued.body['id']}/rotate`, {}),
      subscribed,
      await admin.post(`/v1/subscriptions/${subscribed.body['id']}/rotate`, {}),
      await operator.post('/v1/projects', { name: 'x' }),
    ];
    for (const answer of secrets)
      expect([answer.status < 300, controlOf(answer)]).toEqual([true, 'no-store']);
    const errors = [
      await reader.get('/v1/records/rec_missing'),
      await anonymous.get('/v1/records'),
      await anonymous.get('/nowhere'),
      await verifier.post('/v1/records/verify', '{'),
    ];
    for (const answer of errors)
      expect([answer.status >= 400, controlOf(answer)]).toEqual([true, 'no-store']);
    const others = [
      await reader.get(`/v1/records/${recordId}`),
      await reader.get('/v1/records'),
      await reader.get(`/v1/records/${recordId}`, { 'if-none-match': '*' }),
      await verifier.post('/v1/records/verify', { record_id: recordId }),
      await admin.get(`/v1/credentials/${issued.body['id']}`),
    ];
    for (const answer of others) expect(controlOf(answer)).toBe('private, no-cache');
  });
});
