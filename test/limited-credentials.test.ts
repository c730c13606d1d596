import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, issue, register, uniqueName } from './support/fixtures.js';

describeProject('a credential that is limited to some authorities', (_service, fixture) => {
  let limited: Client;
  let own: string;
  let other: string;
  let theirs: string;

  beforeAll(async () => {
    [own, other] = [fixture.authorityId, await grant(fixture.admin)];
    const capabilities = ['verify', 'read', 'write', 'manage', 'subscribe'];
    limited = await fixture.holding({ capabilities, authorities: [own] });
    theirs = await register(fixture.admin, other);
  });

  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const comparable = ({ status, text, headers }: Answer) => ({
    status,
    text: text.replaceAll(/req_\w+/g, 'req_'),
    headers: [...headers.keys()].sort(),
  });
  const change = { reason: 'because' };
  const record = (authority_id: string) => ({ authority_id, origin: 'o', content: 'c' });

  it('does not find the others and their records', async () => {
    const attempts: [string, (id: string) => Promise<Answer>][] = [
      [theirs, (id) => limited.post('/v1/records/verify', { record_id: id })],
      [theirs, (id) => limited.get(`/v1/records/${id}`)],
      [theirs, (id) => limited.get(`/v1/records/${id}/history`)],
      [theirs, (id) => limited.patch(`/v1/records/${id}`, { metadata: { a: 'b' } })],
      [theirs, (id) => limited.post(`/v1/records/${id}/amend`, { ...change, content: 'x' })],
      [theirs, (id) => limited.post(`/v1/records/${id}/revoke`, change)],
      [other, (id) => limited.post('/v1/records', record(id))],
      [other, (id) => limited.get(`/v1/authorities/${id}`)],
      [other, (id) => limited.get(`/v1/authorities/${id}/history`)],
      [other, (id) => limited.post(`/v1/authorities/${id}/suspend`, change)],
      [other, (id) => limited.post(`/v1/authorities/${id}/rescope`, { ...change, scope: ['x'] })],
      [other, (id) => limited.post(`/v1/authorities/${id}/revoke`, { ...change, cause: 'ceased' })],
    ];
    for (const [id, attempt] of attempts) {
      const [unreached, nobodys] = [await attempt(id), await attempt(`${id.slice(0, 4)}${'0'.repeat(26)}`)];
      expect(comparable(unreached)).toEqual(comparable(nobodys));
      expect(unreached.status).toBe(404);
    }
    expect((await fixture.reader.get(`/v1/authorities/${other}`)).body['state']).toBe('active');
    expect((await fixture.reader.get(`/v1/records/${theirs}`)).body['version']).toBe(1);
  });

  it('lists only its own', async () => {
    const mine = await register(limited, own);
    const ids = async (path: string) =>
      (await limited.get(path)).body['data'].map((each: { id: string }) => each.id);
    expect(await ids('/v1/authorities')).toEqual([own]);
    expect(await ids('/v1/records')).toEqual([mine]);
    const filter = 'state=active,revoked&origin_prefix=https://&updated_from=2020-01-01T00:00:00Z';
    expect(await ids(`/v1/records?${filter}`)).toEqual([mine]);
    expect(await ids(`/v1/records?${filter}&authority_id=${other}`)).toEqual([]);
    expect(await ids('/v1/authorities?state=active')).toEqual([own]);
    expect(await ids(`/v1/records?authority_id=${other}`)).toEqual([]);
  });

  it('gets an error for each item of a batch that it does not reach', async () => {
    const { body } = await limited.post('/v1/records/batch', { records: [record(own), record(other)] });
    expect(body['data']).toEqual([
      expect.objectContaining({ authority_id: own }),
      { error: expect.objectContaining({ code: 'authority.not_found' }) },
    ]);
    const records = [{ record_id: body['data'][0].id }, { record_id: theirs }];
    const verified = await limited.post('/v1/records/verify/batch', { records });
    expect(verified.body['data']).toEqual([
      expect.objectContaining({ record: expect.objectContaining({ state: 'active' }) }),
      { error: expect.objectContaining({ code: 'record.not_found' }) },
    ]);
  });

  it('can name no successor that it does not reach', async () => {
    const mine = await register(limited, own);
    const supersede = (successor_id: string) =>
      limited.post(`/v1/records/${mine}/supersede`, { ...change, successor_id });
    const [unreached, nobodys] = [await supersede(theirs), await supersede(`rec_${'0'.repeat(26)}`)];
    expect(comparable(unreached)).toEqual(comparable(nobodys));
    expect(outcome(unreached)).toEqual([422, 'record.successor_invalid']);
    expect((await supersede(await register(limited, own))).status).toBe(200);
  });

  it('learns that a name is taken, but not by which record outside its reach', async () => {
    const [mine, hidden] = [uniqueName(), uniqueName()];
    const existing_id = await register(limited, own, { external_id: mine });
    await register(fixture.admin, other, { external_id: hidden });
    const attempt = (client: Client, external_id: string) =>
      client.post('/v1/records', { ...record(own), external_id });
    const code = 'record.already_exists';
    expect((await attempt(limited, mine)).body['error']).toMatchObject({ code, existing_id });
    const refused = await attempt(limited, hidden);
    expect(outcome(refused)).toEqual([409, code]);
    expect(refused.body['error']).not.toHaveProperty('existing_id');
    expect((await attempt(fixture.admin, hidden)).body['error']).toHaveProperty('existing_id');
  });

  it('does not learn whether a name is taken from a registration that is refused anyway', async () => {
    const [hidden, free] = [uniqueName(), uniqueName()];
    await register(fixture.admin, other, { external_id: hidden });
    const suspended = await grant(fixture.admin);
    const probing = await fixture.holding({ capabilities: ['write'], authorities: [suspended] });
    await fixture.admin.post(`/v1/authorities/${suspended}/suspend`, change);
    const attempt = (external_id: string) =>
      probing.post('/v1/records', { ...record(suspended), external_id });
    const [taken, untaken] = [await attempt(hidden), await attempt(free)];
    expect(comparable(taken)).toEqual(comparable(untaken));
    expect(outcome(taken)).toEqual([409, 'authority.not_active']);
  });

  it('reads nothing that is of the whole project', async () => {
    const { body: whole } = await fixture.admin.post('/v1/subscriptions', {
      endpoint: 'https://receiver.example/?key=theirs',
      categories: ['record'],
    });
    const paths = [
      '/v1/subscriptions',
      `/v1/subscriptions/${whole['id']}`,
      `/v1/deliveries?subscription_id=${whole['id']}`,
      `/v1/deliveries/dlv_${'0'.repeat(26)}`,
      '/v1/usage',
    ];
    for (const path of paths) {
      const refused = await limited.get(path);
      expect([path, ...outcome(refused)]).toEqual([path, 403, 'credential.limited']);
      expect(refused.body['error'].message).toContain('limited to some authorities');
    }
  });

  it('makes no audit credential, and none that is limited reads the history', async () => {
    const audit = { name: 'Audit', capabilities: ['audit', 'read'] };
    for (const authorities of [[own], undefined]) {
      const refused = await limited.post('/v1/credentials', { ...audit, authorities });
      expect([refused.status, refused.body['error']]).toEqual([
        403,
        expect.objectContaining({ code: 'authority.insufficient_scope', scope_required: 'audit' }),
      ]);
    }
    const byAdmin = await fixture.admin.post('/v1/credentials', { ...audit, authorities: [own] });
    expect(outcome(byAdmin)).toEqual([400, 'request.invalid']);
  });

  it('sees itself and the credentials of its own authorities, and changes no others', async () => {
    const { id: mine } = await issue(limited, { authorities: [own] });
    const both = await issue(fixture.admin, { authorities: [own, other] });
    const others = [(await issue(fixture.admin)).id, both.id];
    const { body: current } = await limited.get('/v1/projects/current');
    const listed = (await limited.get('/v1/credentials?limit=100')).body['data'].map(
      ({ id }: { id: string }) => id,
    );
    expect(listed).toEqual([mine, current['credential_id']]);
    expect((await limited.get(`/v1/credentials/${mine}`)).status).toBe(200);
    const attempts: ((id: string) => Promise<Answer>)[] = [
      (id) => limited.get(`/v1/credentials/${id}`),
      (id) => limited.patch(`/v1/credentials/${id}`, { name: 'Mine' }),
      (id) => limited.post(`/v1/credentials/${id}/rotate`, {}),
      (id) => limited.post(`/v1/credentials/${id}/revoke`, change),
    ];
    for (const attempt of attempts) {
      const nobodys = comparable(await attempt(`crd_${'0'.repeat(26)}`));
      expect(nobodys.status).toBe(404);
      for (const id of others) expect(comparable(await attempt(id))).toEqual(nobodys);
    }
    for (const id of others) {
      expect((await fixture.reader.get(`/v1/credentials/${id}`)).body).toMatchObject({
        version: 1,
        state: 'active',
      });
    }
  });

  it('cannot revoke, rotate or rename one that goes beyond it in anything else, and can revoke itself', async () => {
    const terms = { capabilities: ['manage'], authorities: [own] };
    const { id, client } = await issue(fixture.admin, { ...terms, allowed_ips: ['127.0.0.1', '::1'] });
    const wider = await issue(fixture.admin, terms);
    const refusals = [
      await client.post(`/v1/credentials/${wider.id}/revoke`, change),
      await client.post(`/v1/credentials/${wider.id}/rotate`, {}),
      await client.patch(`/v1/credentials/${wider.id}`, { name: 'Mine' }),
    ];
    for (const refused of refusals) {
      expect(outcome(refused)).toEqual([403, 'credential.limited']);
      expect(refused.body['error'].message).toContain('allowed_ips');
    }
    const revoked = await client.post(`/v1/credentials/${id}/revoke`, change);
    expect([revoked.status, revoked.body['state']]).toEqual([200, 'revoked']);
  });

  it('grants no authority', async () => {
    const refused = await limited.post('/v1/authorities', {
      issuer: 'Mine',
      scope: ['verify'],
      valid_until: '2090-01-01T00:00:00Z',
    });
    expect(outcome(refused)).toEqual([403, 'credential.limited']);
    expect(refused.body['error'].message).toContain('limited to some authorities');
  });

  it('has nothing delivered, which would be of all authorities, and polls what it reaches', async () => {
    const endpoint = 'https://receiver.example/';
    const terms = { endpoint, categories: ['record'] };
    const { body: whole } = await fixture.admin.post('/v1/subscriptions', terms);
    const paths = ['rotate', 'enable', 'disable', 'test', 'replays'].map((verb) => `/${whole['id']}/${verb}`);
    const bodies: Record<string, object> = {
      disable: change,
      replays: { from: new Date().toISOString() },
    };
    const answers = [
      await limited.post('/v1/subscriptions', terms),
      await limited.patch(`/v1/subscriptions/${whole['id']}`, { endpoint: 'https://elsewhere.example/' }),
      await limited.post(`/v1/subscriptions/${whole['id']}/revoke`, { reason: 'r' }),
      ...(await Promise.all(
        paths.map((path) =>
          limited.post(`/v1/subscriptions${path}`, bodies[path.split('/').at(-1) ?? ''] ?? {}),
        ),
      )),
    ];
    for (const answer of answers) expect(outcome(answer)).toEqual([403, 'credential.limited']);
    expect((await fixture.admin.get(`/v1/subscriptions/${whole['id']}`)).body).toMatchObject({
      endpoint,
      version: 1,
    });
    const mine = await register(limited, own);
    await register(fixture.admin, other);
    const polled = await eventually(async () => {
      const { body } = await limited.get('/v1/events?category=record&limit=100');
      const ids = (body['data'] as { record_id: string }[]).map(({ record_id }) => record_id);
      expect(ids).toContain(mine);
      return body['data'] as { evidence: { authority: { id: string } } }[];
    });
    expect(new Set(polled.map(({ evidence }) => evidence.authority.id))).toEqual(new Set([own]));
  });

  it('works on what it reaches as any other does', async () => {
    const mine = await register(limited, own);
    expect((await limited.post('/v1/records/verify', { record_id: mine })).status).toBe(200);
    expect((await limited.post(`/v1/records/${mine}/amend`, { ...change, content: 'x' })).status).toBe(200);
    expect((await limited.get(`/v1/authorities/${own}`)).status).toBe(200);
    expect((await limited.get('/v1/projects/current')).body).toMatchObject({
      authorities: [own],
      allowed_ips: null,
      rate_limit: null,
      expires_at: null,
    });
  });
});
