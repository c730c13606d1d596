import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { inMilliseconds, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

const PATH = '/v1/subscriptions';
const WANTED = { endpoint: 'https://receiver.example/events', categories: ['record'] };
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const PUBLIC_KEY = /^[\w-]{43}$/;
const reason = { reason: 'Maintenance.' };

describeProject('subscriptions', (service, fixture) => {
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const path = (id: string, what = '') => `${PATH}/${id}${what}`;
  /** Reads what was just written, wherever it was written. */
  const after = ({ headers }: Answer) => ({
    'service-consistency-token': headers.get('service-consistency-token') ?? '',
  });
  const create = async (members: object = {}, client: Client = fixture.admin) => {
    const answer = await client.post(PATH, { ...WANTED, ...members });
    expect([answer.text, answer.status]).toEqual([answer.text, 201]);
    return { answer, id: String(answer.body['id']) };
  };
  const typesOf = async (streamId: string) =>
    (
      await service.sql<{ type: string }>(
        'SELECT type FROM webhook_dispatcher.events WHERE stream_id = $1 ORDER BY version',
        [streamId],
      )
    ).map(({ type }) => type.replace('service.subscription.', ''));

  it('are created, with a secret that is shown once, and read', async () => {
    const { answer, id } = await create({ categories: ['record', 'service.credential.revoked'] });
    const { secret, ...shown } = answer.body;
    expect(secret).toMatch(SECRET);
    expect(shown).toEqual({
      id: expect.stringMatching(/^sub_/),
      project_id: fixture.projectId,
      endpoint: WANTED.endpoint,
      categories: ['record', 'service.credential.revoked'],
      description: null,
      signatures: ['v1'],
      state: 'active',
      version: 1,
      disabled: null,
      public_key: expect.stringMatching(PUBLIC_KEY),
      rotation: null,
      created_by: expect.stringMatching(/^crd_/),
      metadata: {},
      metadata_version: 0,
      created_at: expect.any(String),
      updated_at: shown['created_at'],
    });
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
    const read = await fixture.admin.get(path(id), after(answer));
    expect([read.status, read.headers.get('etag')]).toEqual([200, tagOf(read)]);
    expect(read.body).toEqual(shown);
    const other = await create();
    expect(other.answer.body['secret']).not.toBe(secret);
    expect(other.answer.body['public_key']).not.toBe(shown['public_key']);
  });

  it('are created once under one Idempotency-Key, whose repetition shows no secret', async () => {
    const key = { 'idempotency-key': uniqueName() };
    const first = await fixture.admin.post(PATH, WANTED, key);
    const repeated = await fixture.admin.post(PATH, WANTED, key);
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body).toEqual({ ...first.body, secret: null });
    const id = String(first.body['id']);
    const rotationKey = { 'idempotency-key': uniqueName() };
    const rotated = await fixture.admin.post(path(id, '/rotate'), {}, rotationKey);
    const again = await fixture.admin.post(path(id, '/rotate'), {}, rotationKey);
    expect(rotated.body['secret']).toMatch(SECRET);
    expect(again.body).toEqual({ ...rotated.body, secret: null });
    expect(await typesOf(id)).toEqual(['created', 'secret_rotated']);
  });

  it.each<[string, object, string]>([
    ['an endless endpoint', { endpoint: `https://receiver.example/${'x'.repeat(2_048)}` }, 'endpoint'],
    ['a category twice', { categories: ['record', 'record'] }, 'categories'],
  ])('are refused with %s', async (_, members, field) => {
    const answer = await fixture.admin.post(PATH, { ...WANTED, ...members });
    expect([...outcome(answer), answer.body['error'].details[0].field]).toEqual([
      400,
      'request.invalid',
      field,
    ]);
  });

  it.each(['http://receiver.example/', 'https://user:password@receiver.example/'])(
    'are refused for the endpoint %s, on creation and on change',
    async (endpoint) => {
      const refused = [422, 'subscription.endpoint_not_allowed'];
      const created = await fixture.admin.post(PATH, { ...WANTED, endpoint });
      expect(outcome(created)).toEqual(refused);
      expect(created.body['error'].details).toEqual([{ field: 'endpoint', issue: expect.any(String) }]);
      const { id } = await create();
      expect(outcome(await fixture.admin.patch(path(id), { endpoint }))).toEqual(refused);
    },
  );

  it('are changed, member by member', async () => {
    const { id } = await create();
    const endpoint = 'https://another.example/events';
    const changed = await fixture.admin.patch(path(id), { endpoint, description: 'Ours' });
    expect(changed.body).toMatchObject({ endpoint, description: 'Ours', categories: ['record'], version: 2 });
    const listed = await fixture.admin.patch(path(id), { categories: ['authority'], description: null });
    expect(listed.body).toMatchObject({ endpoint, description: null, categories: ['authority'], version: 3 });
    const same = await fixture.admin.patch(path(id), { endpoint });
    expect(same.body).toEqual(listed.body);
    expect(outcome(await fixture.admin.patch(path(id), {}))).toEqual([400, 'request.invalid']);
    expect(outcome(await fixture.admin.patch(path(id), { state: 'disabled' }))).toEqual([
      400,
      'request.invalid',
    ]);
  });

  it('rotate their secret, and say until when the one before signs too', async () => {
    const { id, answer } = await create();
    const before = Date.now();
    const rotated = await fixture.admin.post(path(id, '/rotate'), {});
    expect(rotated.body['secret']).toMatch(SECRET);
    expect(rotated.body['secret']).not.toBe(answer.body['secret']);
    const { version, rotation } = rotated.body;
    expect([version, rotation.old_public_key]).toEqual([2, answer.body['public_key']]);
    const until = Date.parse(rotation.overlap_ends_at);
    expect(until).toBeGreaterThan(before + 86_000_000);
    expect(until).toBeLessThan(Date.now() + 86_800_000);
    const again = await fixture.admin.post(path(id, '/rotate'), { overlap_seconds: 0 });
    expect(outcome(again)).toEqual([409, 'subscription.rotating']);
    expect(again.body['error'].overlap_ends_at).toBe(rotation.overlap_ends_at);
    const forced = { overlap_seconds: 0, force: true };
    const cut = await fixture.admin.post(path(id, '/rotate'), forced);
    expect(cut.body).toMatchObject({ rotation: null });
    const long = await fixture.admin.post(path(id, '/rotate'), { overlap_seconds: 604_801 });
    expect(outcome(long)).toEqual([400, 'request.invalid']);
    const read = await fixture.admin.get(path(id), after(cut));
    const { secret, ...shown } = cut.body;
    expect(read.body).toEqual(shown);
    expect(read.text).not.toContain(secret);
  });

  it('are disabled and enabled, and revoked forever', async () => {
    const { id } = await create();
    const refused = [409, 'subscription.transition_not_allowed'];
    expect(outcome(await fixture.admin.post(path(id, '/enable'), {}))).toEqual(refused);
    const disabled = await fixture.admin.post(path(id, '/disable'), reason);
    expect(disabled.body).toMatchObject({
      state: 'disabled',
      disabled: { cause: 'requested', reason: reason.reason, at: disabled.body['updated_at'] },
    });
    const replay = { from: inMilliseconds(-1000) };
    expect(outcome(await fixture.admin.post(path(id, '/replays'), replay))).toEqual(refused);
    expect(outcome(await fixture.admin.post(path(id, '/enable'), reason))).toEqual([400, 'request.invalid']);
    const enabled = await fixture.admin.post(path(id, '/enable'), {});
    expect(enabled.body).toMatchObject({ state: 'active', disabled: null, version: 3 });
    const revoked = await fixture.admin.post(path(id, '/revoke'), reason);
    expect([revoked.status, revoked.body['state'], revoked.body['version']]).toEqual([200, 'revoked', 4]);
    const attempts = [
      fixture.admin.patch(path(id), { description: 'x' }),
      fixture.admin.post(path(id, '/test'), undefined),
      fixture.admin.post(path(id, '/replays'), replay),
    ];
    for (const answer of await Promise.all(attempts)) expect(outcome(answer)).toEqual(refused);
    const read = await fixture.admin.get(path(id), after(revoked));
    expect(read.body).toEqual(revoked.body);
  });

  it('are asked for a test event, once under one Idempotency-Key', async () => {
    const { id } = await create();
    const key = { 'idempotency-key': uniqueName() };
    const test = () => fixture.admin.post(path(id, '/test'), undefined, key);
    const [first, again] = [await test(), await test()];
    expect([first.status, first.body]).toEqual([202, { event_id: expect.stringMatching(/^evt_/) }]);
    expect(again.body).toEqual(first.body);
    const rows = await service.sql<{ stream_id: string; type: string; data: object }>(
      'SELECT stream_id, type, data FROM webhook_dispatcher.events WHERE event_id = $1',
      [first.body['event_id']],
    );
    expect(rows).toEqual([
      {
        stream_id: expect.stringMatching(/^dlr_/),
        type: 'service.subscription.tested',
        data: expect.objectContaining({ subscription_id: id, project_id: fixture.projectId }),
      },
    ]);
    expect(await typesOf(id)).toEqual(['created']);
  });

  it('are asked to replay a span of the last 30 days', async () => {
    const { id } = await create();
    const replay = (body: object) => fixture.admin.post(path(id, '/replays'), body);
    const since = inMilliseconds(-3_600_000);
    const whole = await replay({ from: since });
    expect([whole.status, whole.body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^dlr_/),
        subscription_id: id,
        from: since,
        to: expect.any(String),
        only_failed: false,
        state: 'running',
        planned: 0,
        pending: 0,
        succeeded: 0,
        exhausted: 0,
        created_at: expect.any(String),
        updated_at: whole.body['created_at'],
      },
    ]);
    expect(await typesOf(String(whole.body['id']))).toEqual(['replay_requested']);
    const until = inMilliseconds(-60_000);
    const part = await replay({ from: since, to: until, only_failed: true });
    expect(part.body).toMatchObject({ from: since, to: until, only_failed: true });
    const refused = [400, 'request.invalid'];
    for (const body of [{}, { from: 'yesterday' }, { from: since, only_failed: 'yes' }]) {
      expect([body, ...outcome(await replay(body))]).toEqual([body, ...refused]);
    }
  });

  it('are not found under ids of anything else', async () => {
    const { id } = await create();
    const replay = await fixture.admin.post(path(id, '/replays'), { from: inMilliseconds(-1000) });
    for (const missing of ['sub_missing', String(replay.body['id']), fixture.authorityId, '\u0000']) {
      const at = path(encodeURIComponent(missing));
      const attempts = [
        fixture.admin.get(at),
        fixture.admin.patch(at, { description: 'x' }),
        fixture.admin.post(`${at}/revoke`, reason),
        fixture.admin.post(`${at}/disable`, reason),
        fixture.admin.post(`${at}/rotate`, {}),
        fixture.admin.post(`${at}/test`, undefined),
        fixture.admin.post(`${at}/replays`, { from: inMilliseconds(-1000) }),
      ];
      for (const answer of await Promise.all(attempts)) {
        expect([missing, ...outcome(answer)]).toEqual([missing, 404, 'subscription.not_found']);
      }
    }
  });

  it('are only for callers with the capability to subscribe', async () => {
    const { id } = await create({}, await fixture.holding({ capabilities: ['subscribe'] }));
    for (const answer of [
      await fixture.reader.get(path(id)),
      await fixture.verifier.post(PATH, WANTED),
      await fixture.auditor.get(PATH),
    ]) {
      expect(outcome(answer)).toEqual([403, 'authority.insufficient_scope']);
      expect(answer.body['error'].scope_required).toBe('subscribe');
    }
  });

  it('are in the history, and counted', async () => {
    const { id } = await create();
    await fixture.admin.post(path(id, '/test'), undefined);
    await eventually(async () => {
      const { body } = await fixture.auditor.get(`/v1/interactions?subject=${id}`);
      const operations = (body['data'] as { operation: string }[]).map(({ operation }) => operation);
      expect(operations.sort()).toEqual(['subscriptions.create', 'subscriptions.test']);
    });
  });

  it('are listed newest first, those of the project alone, and not seen by another', async () => {
    const [own, foreign] = [await fixture.stranger(), await fixture.stranger()];
    const first = await create({}, own);
    const second = await create({}, own);
    const shown = ({ answer }: typeof first) => {
      const { secret, ...others } = answer.body;
      expect(secret).toMatch(SECRET);
      return others;
    };
    const page = await own.get(`${PATH}?limit=1`, after(second.answer));
    expect(page.body['data']).toEqual([shown(second)]);
    const next = await own.get(`${PATH}?limit=1&cursor=${page.body['next_cursor']}`);
    expect(next.body).toEqual({ data: [shown(first)], next_cursor: null });
    const none = await foreign.get(PATH);
    expect(none.body).toEqual({ data: [], next_cursor: null });
    expect(outcome(await foreign.get(path(first.id)))).toEqual([404, 'subscription.not_found']);
    expect(outcome(await foreign.post(path(first.id, '/revoke'), reason))).toEqual([
      404,
      'subscription.not_found',
    ]);
    expect(await typesOf(first.id)).toEqual(['created']);
  });

  it('are listed by state and by the time of their creation, page by page', async () => {
    const admin = await fixture.stranger();
    const active = await create({}, admin);
    const disabled = await create({}, admin);
    const revoked = await create({}, admin);
    await admin.post(path(disabled.id, '/disable'), reason);
    const last = await admin.post(path(revoked.id, '/revoke'), reason);
    const list = (query: string) => admin.get(`${PATH}?${query}`, after(last));
    const idsOf = async (query: string) =>
      ((await list(query)).body['data'] as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('state=active')).toEqual([active.id]);
    expect(await idsOf('state=revoked,disabled')).toEqual([revoked.id, disabled.id]);
    const { body: page } = await list('state=disabled,revoked&limit=1');
    const cursor = String(page['next_cursor']);
    expect(await idsOf(`state=revoked,disabled&limit=1&cursor=${cursor}`)).toEqual([disabled.id]);
    const [begin, end] = [disabled, revoked].map(({ answer }) => String(answer.body['created_at']));
    expect(await idsOf(`from=${begin}&to=${end}`)).toEqual([disabled.id]);
    for (const wrong of [
      `cursor=${cursor}`,
      'state=gone',
      'state=active,active',
      `from=${end}&to=${begin}`,
    ]) {
      expect([wrong, ...outcome(await list(wrong))]).toEqual([wrong, 400, 'request.invalid']);
    }
  });

  it('are rebuilt from their events', async () => {
    const { id, answer } = await create();
    const before = await fixture.admin.get(path(id), after(answer));
    const said = await service.command('verify-api/commands/rebuild.js', 'subscriptions');
    expect(said).toContain('development: subscriptions was rebuilt from');
    expect((await fixture.admin.get(path(id))).body).toEqual(before.body);
  });
});
