import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, issue, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

describeProject('projects', (_service, fixture) => {
  const create = async (name = 'Registry') => {
    const { admin_credential, ...project } = (await fixture.operator.post('/v1/projects', { name })).body;
    return {
      project: project as Record<string, unknown> & { id: string },
      credential: admin_credential as unknown as { id: string; token: string },
    };
  };
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const path = (id: string, what = '') => `/v1/projects/${id}${what}`;
  const reason = { reason: 'unpaid' };

  it('are created, read and listed, newest first', async () => {
    const [first, second] = [await create(), await create()];
    const read = await fixture.operator.get(path(first.project.id));
    expect(read.body).toEqual({
      ...first.project,
      name: 'Registry',
      quota: {},
      max_credential_days: null,
      blocked_subjects: [],
      state: 'active',
      version: 1,
    });
    expect(read.headers.get('etag')).toBe(tagOf(read));
    expect(outcome(await fixture.operator.get(path('prj_missing')))).toEqual([404, 'project.not_found']);
    const page = await fixture.operator.get('/v1/projects?limit=1');
    expect(page.body['data']).toEqual([second.project]);
    const next = await fixture.operator.get(`/v1/projects?limit=1&cursor=${page.body['next_cursor']}`);
    expect(next.body['data']).toEqual([first.project]);
    expect(first.credential).toMatchObject({ name: 'Admin', expires_at: null, authorities: null });
  });

  it('are listed by state and by the time of their creation', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    await fixture.operator.post(path(second.project.id, '/suspend'), reason);
    const [from, to] = [first, third].map(({ project }) => String(project['created_at']));
    const idsOf = async (query: string) => {
      const { body } = await fixture.operator.get(`/v1/projects?from=${from}&${query}`);
      return (body['data'] as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsOf('state=suspended')).toEqual([second.project.id]);
    expect(await idsOf('state=active')).toEqual([third.project.id, first.project.id]);
    expect(await idsOf(`to=${to}`)).toEqual([second.project.id, first.project.id]);
  });

  it('are changed, member by member', async () => {
    const { project } = await create();
    const change = async (body: object) => (await fixture.operator.patch(path(project.id), body)).body;
    const quota = { verify: 1000, write: 0 };
    expect(await change({ quota })).toMatchObject({ name: 'Registry', quota, version: 2 });
    expect(await change({ quota: { write: null, read: 5 } })).toMatchObject({
      quota: { verify: 1000, read: 5 },
    });
    expect(await change({ name: 'Archive', max_credential_days: 30 })).toMatchObject({
      name: 'Archive',
      quota: { verify: 1000, read: 5 },
      max_credential_days: 30,
      version: 4,
    });
    const last = await change({ quota: null, max_credential_days: null });
    expect(last).toMatchObject({ name: 'Archive', quota: {}, max_credential_days: null, version: 5 });
    expect((await fixture.operator.get(path(project.id))).body).toEqual(last);
    for (const body of [
      {},
      { quota: {} },
      { quota: { verify: -1 } },
      { quota: { manage: 1 } },
      { state: 'x' },
    ]) {
      expect(outcome(await fixture.operator.patch(path(project.id), body))).toEqual([400, 'request.invalid']);
    }
  });

  it('refuse all credentials while they are suspended', async () => {
    const { project, credential } = await create();
    const admin = fixture.anonymous.as(credential.token);
    const { client: verifier } = await issue(admin, { capabilities: ['verify'] });
    const key = { 'idempotency-key': uniqueName() };
    const suspended = await fixture.operator.post(path(project.id, '/suspend'), reason, key);
    expect(suspended.body).toMatchObject({ id: project.id, state: 'suspended', version: 2 });
    const attempts = () => [
      verifier.post('/v1/records/verify', { record_id: 'rec_1' }),
      admin.get('/v1/projects/current'),
      admin.post(`/v1/credentials/${credential.id}/rotate`, {}),
      admin.post('/v1/credentials', { name: 'x', capabilities: ['verify'] }),
    ];
    // On several gateways the next may be asked, which hears of it a moment later.
    await eventually(async () => {
      for (const answer of await Promise.all(attempts())) {
        expect(outcome(answer)).toEqual([403, 'project.suspended']);
      }
    });
    const again = await fixture.operator.post(path(project.id, '/suspend'), reason);
    expect(outcome(again)).toEqual([409, 'project.transition_not_allowed']);
    expect((await fixture.operator.post(path(project.id, '/suspend'), reason, key)).text).toBe(
      suspended.text,
    );
    const resumed = await fixture.operator.post(path(project.id, '/resume'), { reason: 'paid' });
    expect(resumed.body).toMatchObject({ state: 'active', version: 3 });
    await eventually(async () => {
      expect(outcome(await verifier.post('/v1/records/verify', { record_id: 'rec_1' }))).toEqual([
        404,
        'record.not_found',
      ]);
    });
    expect((await fixture.operator.post(path(project.id, '/resume'), reason)).status).toBe(409);
  });

  it('block subjects, and show them to those who may', async () => {
    const { project, credential } = await create();
    const admin = fixture.anonymous.as(credential.token);
    const CURRENT = '/v1/projects/current';
    const change = (what: string, subject: string, headers = {}, client = admin, own = CURRENT) =>
      client.post(`${own}/${what}-subject`, { subject, reason: 'left' }, headers);
    const subjectsOf = async (client = admin) =>
      (await client.get(CURRENT)).body['project'].blocked_subjects as string[] | undefined;

    const key = { 'idempotency-key': uniqueName() };
    const first = await change('block', '__proto__', { ...key, 'if-match': '"1"' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...project,
        blocked_subjects: ['__proto__'],
        version: 2,
        updated_at: expect.any(String),
      },
    ]);
    expect(await subjectsOf()).toEqual(['__proto__']);
    // Two at a time are both done; what is blocked already stays as it is.
    const both = await Promise.all(['auth0|a', 'auth0|b'].map((each) => change('block', each)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await change('block', 'auth0|a')).body['version']).toBe(4);
    const again = await change('block', '__proto__', { ...key, 'if-match': '"1"' });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(outcome(await change('block', 'c', { 'if-match': '"2"' }))).toEqual([
      412,
      'project.version_conflict',
    ]);
    const by = { client: fixture.operator, path: path(project.id) };
    const last = await change('unblock', '__proto__', {}, by.client, by.path);
    expect(last.body['blocked_subjects'].toSorted()).toEqual(['auth0|a', 'auth0|b']);
    expect((await by.client.get(by.path)).body).toEqual(last.body);
    expect((await by.client.get('/v1/projects?limit=1')).body['data']).toEqual([last.body]);

    const { client: reader } = await issue(admin, { capabilities: ['read', 'write'] });
    expect(await subjectsOf(reader)).toBeUndefined();
    const terms = { capabilities: ['manage'], authorities: [await grant(admin)] };
    const { client: limited } = await issue(admin, terms);
    expect(await subjectsOf(limited)).toBeUndefined();
    const refusals = [
      [reader, CURRENT, 403, 'authority.insufficient_scope'],
      [limited, CURRENT, 403, 'credential.limited'],
      [fixture.admin, path(project.id), 404, 'project.not_found'],
      [fixture.admin, path('prj_missing'), 404, 'project.not_found'],
      [fixture.operator, CURRENT, 404, 'project.not_found'],
    ] as const;
    for (const [client, own, ...refusal] of refusals) {
      expect(outcome(await change('block', 'auth0|c', {}, client, own))).toEqual(refusal);
    }
    for (const subject of ['', 'x'.repeat(256), 'jos\u00e9', 'a\n']) {
      expect(outcome(await change('block', subject))).toEqual([400, 'request.invalid']);
    }
    await eventually(async () => {
      expect(await subjectsOf()).toEqual(last.body['blocked_subjects']);
    });
  });
});
