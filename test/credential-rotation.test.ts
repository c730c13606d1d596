import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';

const DAY = 24 * 60 * 60 * 1000;

describeProject('a rotation', (_service, fixture) => {
  const issue = async (members: object = {}) =>
    (await fixture.admin.post('/v1/credentials', { name: 'Rotated', capabilities: ['read'], ...members }))
      .body;
  const rotate = (
    id: string,
    body: object = {},
    headers: Record<string, string> = {},
    client = fixture.admin,
  ) => client.post(`/v1/credentials/${id}/rotate`, body, headers);
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const use = async (token: string) => outcome(await fixture.anonymous.as(token).get('/v1/records?limit=1'));
  /** All but when its tokens were used last, which becomes known at some moment after the use. */
  const unused = (credential: Answer['body']) => {
    const { last_used_at: _, rotation, ...rest } = credential;
    return { ...rest, rotation: rotation && { ...rotation, old_last_used_at: null } };
  };
  const refusal = [401, 'credential.rotated_out'];
  const works = [200, undefined];

  it('lets both secrets work, for a day where nothing else is asked for', async () => {
    const { id, token, key_id } = await issue();
    const { status, body } = await rotate(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, state: 'rotating', version: 2, capabilities: ['read'] });
    expect(body['token']).toMatch(/^svc_dev_/);
    expect(body['token']).toContain(body['key_id']);
    expect(body['key_id']).not.toBe(key_id);
    const left = Date.parse(body['rotation'].overlap_ends_at) - Date.parse(body['updated_at']);
    expect(left).toBe(DAY);
    expect(await use(token)).toEqual(works);
    expect(await use(body['token'])).toEqual(works);
    const { token: _, ...shown } = body;
    expect(unused((await fixture.reader.get(`/v1/credentials/${id}`)).body)).toEqual(shown);
  });

  it('ends the old secret after the overlap, without a transition', async () => {
    const { id, token } = await issue();
    const { body } = await rotate(id, { overlap_seconds: 1 });
    await eventually(async () => expect(await use(token)).toEqual(refusal));
    const told = await fixture.anonymous.as(token).get('/v1/records?limit=1');
    expect(told.body['error']).toMatchObject({ overlap_ends_at: body['rotation'].overlap_ends_at });
    const line = await fixture.auditor.get(`/v1/interactions/${told.body['error'].request_id}`);
    expect(line.body).toMatchObject({
      actor: { id },
      outcome: 'refused',
      error_code: 'credential.rotated_out',
    });
    expect(told.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await use(body['token'])).toEqual(works);
    const read = await fixture.reader.get(`/v1/credentials/${id}`);
    expect(read.body).toMatchObject({ state: 'active', version: 2, rotation: null });
    const listed = (await fixture.reader.get('/v1/credentials?limit=1')).body['data'][0];
    expect(unused(listed)).toEqual(unused(read.body));
  });

  it('is refused while another one’s overlap runs, and every token goes on working', async () => {
    const { id, token } = await issue();
    const second = (await rotate(id)).body;
    for (const overlap_seconds of [0, 60]) {
      const again = await rotate(id, { overlap_seconds });
      expect(outcome(again)).toEqual([409, 'credential.rotating']);
      expect(again.body['error'].overlap_ends_at).toBe(second['rotation'].overlap_ends_at);
    }
    for (const working of [token, second['token']]) expect(await use(working)).toEqual(works);
    expect((await fixture.reader.get(`/v1/credentials/${id}`)).body['version']).toBe(2);
  });

  it('keeps the kind of the credential', async () => {
    const { id } = await issue({ capabilities: ['audit', 'read'] });
    expect((await rotate(id)).body['token']).toMatch(/^svc_audit_dev_/);
  });

  it('can be of the very credential that asks for it', async () => {
    const { id, token } = await issue({ capabilities: ['manage', 'read'] });
    const own = fixture.anonymous.as(token);
    const { body } = await rotate(id, { overlap_seconds: 0 }, {}, own);
    expect(await use(token)).toEqual(refusal);
    expect(await use(body['token'])).toEqual(works);
  });

  it.each([-1, 604_801, 1.5, '60', null])('takes no overlap of %j', async (overlap_seconds) => {
    const { id } = await issue();
    const { status, body } = await rotate(id, { overlap_seconds } as object);
    expect([status, body['error'].details[0].field]).toEqual([400, 'overlap_seconds']);
  });

  it('honours If-Match, and shows its token once', async () => {
    const { id } = await issue();
    expect(outcome(await rotate(id, {}, { 'if-match': '"2"' }))).toEqual([
      412,
      'credential.version_conflict',
    ]);
    const headers = { 'if-match': '"1"', 'idempotency-key': `rotate ${id}` };
    const first = await rotate(id, {}, headers);
    expect([first.status, first.body['version'], first.headers.get('etag')]).toEqual([200, 2, null]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const again = await rotate(id, {}, headers);
    expect(again.body).toEqual({ ...first.body, token: null });
    expect(await use(first.body['token'])).toEqual(works);
    expect((await fixture.reader.get(`/v1/credentials/${id}`)).body['version']).toBe(2);
  });

  it('that races a revocation leaves no secret that works', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await issue();
      const answers = await Promise.all([
        rotate(id),
        fixture.admin.post(`/v1/credentials/${id}/revoke`, { reason: 'lost' }),
        rotate(id),
      ]);
      expect(answers[1].status).toBe(200);
      const tokens = [token, ...answers.flatMap(({ body }) => body['token'] ?? [])] as string[];
      for (const each of tokens) {
        const [status, code] = await use(each);
        expect(status).toBe(401);
        expect(['credential.revoked', 'credential.rotated_out']).toContain(code);
      }
      expect((await fixture.reader.get(`/v1/credentials/${id}`)).body['state']).toBe('revoked');
    }
  });

  it('by an issuer that is revoked meanwhile happens before its end, or not at all', async () => {
    const target = (await issue())['id'];
    for (let round = 0; round < 5; round += 1) {
      const issuer = await issue({ capabilities: ['manage', 'read'] });
      const manager = fixture.anonymous.as(issuer['token']);
      const [rotated, issued] = await Promise.all([
        rotate(target, { force: true }, {}, manager),
        manager.post('/v1/credentials', { name: 'x', capabilities: ['read'] }),
        fixture.admin.post(`/v1/credentials/${issuer['id']}/revoke`, { reason: 'lost' }),
      ]);
      for (const answer of [rotated, issued]) {
        if (answer.status !== 200 && answer.status !== 201) {
          expect(outcome(answer)).toEqual([401, 'credential.revoked']);
        }
      }
      expect(outcome(await rotate(target, {}, {}, manager))).toEqual([401, 'credential.revoked']);
    }
  });

  it('says whether the old secret is used still', async () => {
    const { id, token, key_id } = await issue();
    const read = async () => (await fixture.reader.get(`/v1/credentials/${id}`)).body;
    expect(await use(token)).toEqual(works);
    const rotated = (await rotate(id)).body;
    expect(rotated).toMatchObject({ rotation: { old_key_id: key_id, old_last_used_at: null } });
    expect(await use(rotated['token'])).toEqual(works);
    expect(await read()).toMatchObject({ rotation: { old_key_id: key_id, old_last_used_at: null } });
    const before = Math.floor(Date.now() / 60_000) * 60_000;
    expect(await use(token)).toEqual(works);
    await eventually(async () => {
      const { rotation } = await read();
      expect(Date.parse(rotation.old_last_used_at)).toBeGreaterThanOrEqual(before);
    });
    expect((await rotate(id, { overlap_seconds: 0, force: true })).status).toBe(200);
    expect(await read()).toMatchObject({ rotation: null });
  });
});
