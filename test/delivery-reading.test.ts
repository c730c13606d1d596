import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { grant, published } from './support/fixtures.js';
import { Receiver } from './support/receiver.js';

const patient = { timeout: 20_000 };

describeProject('a delivery', (service, fixture) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    await published(fixture);
  });
  afterAll(() => receiver.stop());

  /** A subscription to a new endpoint with the given answers. */
  const subscribe = async (status = 200) => {
    const at = receiver.newPath();
    const answers = { status };
    receiver.on(at, (_, response) => response.writeHead(answers.status).end('as it is'));
    const answer = await fixture.admin.post('/v1/subscriptions', {
      endpoint: receiver.url(at),
      categories: ['authority'],
    });
    expect(answer.status).toBe(201);
    return { id: String(answer.body['id']), at, answers };
  };
  const listed = async (id: string) => {
    const { status, body } = await fixture.admin.get(`/v1/deliveries?subscription_id=${id}`);
    expect(status).toBe(200);
    return body['data'] as {
      id: string;
      event_id: string;
      created_at: string;
      state: string;
      attempts: object[];
      next_attempt_at: string | null;
      waiting: string | null;
      blocked_by: string | null;
    }[];
  };
  const newestThat = (id: string, matches: object) =>
    eventually(async () => {
      const [newest] = await listed(id);
      expect(newest).toMatchObject(matches);
      return newest as NonNullable<typeof newest>;
    }, patient);
  /** Puts off what is scheduled: an attempt that comes before would not show what was asked for. */
  const postpone = (id: string) =>
    service.sql(
      "UPDATE webhook_dispatcher.queues SET due = due + interval '1 hour' WHERE subscription_id = $1",
      [id],
    );
  const retry = (id: string, client = fixture.admin) => client.call('POST', `/v1/deliveries/${id}/retry`);

  it('that was acknowledged shows its attempt, and is not retried', async () => {
    const { id, at } = await subscribe();
    await grant(fixture.admin);
    const delivery = await newestThat(id, { state: 'succeeded' });
    expect(delivery).toEqual({
      id: expect.stringMatching(/^dlv_/),
      subscription_id: id,
      event_id: receiver.at(at)[0]?.event['id'],
      event_type: 'service.authority.granted',
      state: 'succeeded',
      attempts: [
        {
          number: 1,
          trigger: 'schedule',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
          status: 200,
          error: null,
          latency_ms: expect.any(Number),
          answer: 'as it is',
        },
      ],
      next_attempt_at: null,
      waiting: null,
      blocked_by: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const read = await fixture.admin.get(`/v1/deliveries/${delivery.id}`);
    expect([read.status, read.body]).toEqual([200, delivery]);
    const retried = await retry(delivery.id);
    expect([retried.status, retried.body['error']?.code]).toEqual([409, 'delivery.transition_not_allowed']);
  });

  it('that failed is attempted again at once where that is asked for', async () => {
    const { id, at, answers } = await subscribe(500);
    await grant(fixture.admin);
    const delivery = await newestThat(id, { state: 'pending', attempts: [{}] });
    expect(delivery.next_attempt_at).toEqual(expect.any(String));
    await postpone(id);
    answers.status = 200;
    const key = { 'Idempotency-Key': `retry-${delivery.id}` };
    const ask = () => fixture.admin.post(`/v1/deliveries/${delivery.id}/retry`, undefined, key);
    const retried = await ask();
    expect([retried.status, retried.body['id']]).toEqual([202, delivery.id]);
    const succeeded = await newestThat(id, {
      state: 'succeeded',
      attempts: [{ trigger: 'schedule' }, { trigger: 'manual' }],
    });
    expect(new Set(receiver.at(at).map(({ event }) => event['id'])).size).toBe(1);
    const again = await ask();
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      202,
      succeeded,
      'true',
    ]);
  });

  it('is retried with others in one request, whose items can fail alone', async () => {
    const subscribed = [await subscribe(500), await subscribe(500), await subscribe()];
    await grant(fixture.admin);
    const ids: string[] = [];
    for (const { id, answers } of subscribed) {
      const state = answers.status === 200 ? 'succeeded' : 'pending';
      ids.push((await newestThat(id, { state, attempts: [{}] })).id);
      await postpone(id);
    }
    const [first = '', second = '', acknowledged = ''] = ids;
    const wanted = [first, 5, 'dlv_00000000000000000000000000', acknowledged, second, first, ''];
    const send = (delivery_ids: unknown, client = fixture.admin, headers = {}) =>
      client.post('/v1/deliveries/retry', { delivery_ids }, headers);
    const { status, body } = await send(wanted);
    expect(status).toBe(200);
    const invalid = (index: number) => ({
      error: { code: 'request.invalid', details: [{ field: `delivery_ids[${index}]` }] },
    });
    expect(body['data']).toMatchObject([
      { id: first, attempts: [{ trigger: 'schedule' }] },
      invalid(1),
      { error: { code: 'delivery.not_found' } },
      { error: { code: 'delivery.transition_not_allowed', current_state: 'succeeded' } },
      { id: second },
      invalid(5),
      invalid(6),
    ]);
    for (const { id } of subscribed.slice(0, 2)) {
      await newestThat(id, { attempts: [{ trigger: 'schedule' }, { trigger: 'manual' }] });
    }
    const key = { 'Idempotency-Key': `retry-${first}` };
    const once = await send([first, second], fixture.admin, key);
    const again = await send([first, second], fixture.admin, key);
    expect([once, again].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const reused = await send([second], fixture.admin, key);
    expect(reused.body['data']).toMatchObject([{ error: { code: 'idempotency.key_reused' } }]);
    const theirs = await send([first], await fixture.stranger());
    expect(theirs.body['data']).toMatchObject([{ error: { code: 'delivery.not_found' } }]);
    for (const refused of [[], Array.from({ length: 101 }, () => first), first]) {
      expect((await send(refused)).status).toBe(400);
    }
    expect((await send([first], fixture.reader)).status).toBe(403);
  });

  it('that is retried by request and fails again keeps the time of its next attempt', async () => {
    const { id } = await subscribe(500);
    await grant(fixture.admin);
    await newestThat(id, { state: 'pending', attempts: [{}], waiting: 'schedule' });
    await postpone(id);
    const before = await newestThat(id, { waiting: 'schedule' });
    expect((await retry(before.id)).status).toBe(202);
    const { next_attempt_at } = await newestThat(id, {
      attempts: [{ trigger: 'schedule' }, { trigger: 'manual' }],
      waiting: 'schedule',
    });
    expect(next_attempt_at).toBe(before.next_attempt_at);
  });

  it('behind another of its subject says so, and is not retried before that one', async () => {
    const { id } = await subscribe(500);
    const authority = await grant(fixture.admin);
    const head = await newestThat(id, {
      state: 'pending',
      attempts: [{}],
      waiting: 'schedule',
      blocked_by: null,
    });
    await postpone(id);
    const path = `/v1/authorities/${authority}/suspend`;
    expect((await fixture.admin.post(path, { reason: 'A test.' })).status).toBe(200);
    const blocked = { state: 'pending', attempts: [], next_attempt_at: null };
    const second = await newestThat(id, { ...blocked, waiting: 'earlier_delivery', blocked_by: head.id });
    const refused = await retry(second.id);
    expect([refused.status, refused.body['error']]).toMatchObject([
      409,
      { code: 'delivery.blocked', blocked_by: head.id },
    ]);
    expect((await listed(id))[1]).toMatchObject({ id: head.id, attempts: [{}], waiting: 'schedule' });
    expect((await fixture.admin.post(`/v1/subscriptions/${id}/disable`, { reason: 'A test.' })).status).toBe(
      200,
    );
    await newestThat(id, { ...blocked, waiting: 'subscription_disabled', blocked_by: head.id });
    expect((await listed(id))[1]).toMatchObject({ waiting: 'subscription_disabled', next_attempt_at: null });
  });

  it('is listed with those of all subscriptions, page by page, the newest first', async () => {
    const subscriptions = [await subscribe(), await subscribe(500), await subscribe()];
    for (const count of [1, 2]) {
      await grant(fixture.admin);
      for (const { id } of subscriptions)
        await eventually(async () => expect(await listed(id)).toHaveLength(count), patient);
    }
    const wanted = (await Promise.all(subscriptions.map(({ id }) => listed(id)))).flat();
    const { body: page } = await fixture.admin.get('/v1/deliveries?limit=4');
    const after = `cursor=${String(page['next_cursor'])}`;
    const { body: next } = await fixture.admin.get(`/v1/deliveries?limit=100&${after}`);
    const all = [...page['data'], ...next['data']] as typeof wanted;
    const ids = all.map((each) => each.id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(ids).toEqual(expect.arrayContaining(wanted.map((each) => each.id)));
    const [{ event_id }] = all as [(typeof wanted)[number]];
    const { body: ofEvent } = await fixture.admin.get(`/v1/deliveries?event_id=${event_id}`);
    const subscribed = (ofEvent['data'] as { subscription_id: string }[]).map((each) => each.subscription_id);
    expect(subscribed).toEqual(expect.arrayContaining(subscriptions.map(({ id }) => id)));
    const moved = await fixture.admin.get(`/v1/deliveries?state=succeeded&${after}`);
    expect([moved.status, moved.body['error']?.code]).toEqual([400, 'request.invalid']);
  });

  it('is listed by state, type, event and time', async () => {
    const { id, answers } = await subscribe();
    const authority = await grant(fixture.admin);
    const granted = await newestThat(id, { state: 'succeeded' });
    answers.status = 500;
    const change = async (what: string) => {
      const { status } = await fixture.admin.post(`/v1/authorities/${authority}/${what}`, {
        reason: 'A test.',
      });
      expect(status).toBe(200);
    };
    await change('suspend');
    const suspended = await newestThat(id, { state: 'pending', attempts: [{}] });
    const of = async (query: string) => {
      const { status, body } = await fixture.admin.get(`/v1/deliveries?subscription_id=${id}&${query}`);
      expect([query, status]).toEqual([query, 200]);
      return (body['data'] as { id: string }[]).map((each) => each.id);
    };
    const only = [granted.id];
    const both = [suspended.id, granted.id];
    expect(await of('state=succeeded')).toEqual(only);
    expect(await of('state=pending')).toEqual([suspended.id]);
    expect(await of('state=exhausted')).toEqual([]);
    expect(await of('state=pending&state=exhausted')).toEqual([suspended.id]);
    expect(await of('state=pending,succeeded')).toEqual(both);
    expect(await of('event_type=service.authority.granted')).toEqual(only);
    expect(await of('event_type=service.authority.granted&state=pending')).toEqual([]);
    expect(await of('attempted=true')).toEqual(both);
    expect(await of('attempted=true&state=succeeded')).toEqual(only);
    expect(await of('attempted=true&state=pending')).toEqual([suspended.id]);
    expect(await of('attempted=false')).toEqual([]);
    await change('reinstate');
    const blocked = await newestThat(id, { state: 'pending', attempts: [], blocked_by: suspended.id });
    expect(await of('attempted=false')).toEqual([blocked.id]);
    expect(await of('attempted=false&state=pending')).toEqual([blocked.id]);
    expect(await of('attempted=false&state=succeeded')).toEqual([]);
    expect(await of(`attempted=false&event_id=${blocked.event_id}`)).toEqual([blocked.id]);
    expect(await of('attempted=true')).toEqual(both);
    const path = `/v1/deliveries?subscription_id=${id}&limit=1`;
    const { body: page } = await fixture.admin.get(`${path}&attempted=true`);
    const cursor = String(page['next_cursor']);
    expect(await of(`limit=1&attempted=true&cursor=${cursor}`)).toEqual(only);
    for (const other of ['', '&attempted=false']) {
      expect([other, (await fixture.admin.get(`${path}${other}&cursor=${cursor}`)).status]).toEqual([
        other,
        400,
      ]);
    }
    expect(await of(`event_id=${granted.event_id}`)).toEqual(only);
    expect(await of(`event_id=${suspended.event_id}&state=pending`)).toEqual([suspended.id]);
    expect(await of(`event_id=evt_7${'Z'.repeat(25)}`)).toEqual([]);
    expect(await of(`from=${granted.created_at}&attempted=true`)).toEqual(both);
    expect(await of(`from=${suspended.created_at}`)).toEqual([blocked.id, suspended.id]);
    expect(await of(`to=${suspended.created_at}`)).toEqual(only);
    expect(await of(`from=${granted.created_at}&to=${granted.created_at}`)).toEqual([]);
    for (const query of [
      'state=failed',
      'attempted=yes',
      'event_type=record',
      'event_id=evt_1',
      'from=2026',
      'status=pending',
    ]) {
      const { status, body } = await fixture.admin.get(`/v1/deliveries?subscription_id=${id}&${query}`);
      expect([query, status, body['error']?.code]).toEqual([query, 400, 'request.invalid']);
    }
  });

  it('of a type is found after a long search, whose pages end early', async () => {
    const { id } = await subscribe();
    await grant(fixture.admin);
    const granted = await newestThat(id, { state: 'succeeded' });
    await service.sql(
      `INSERT INTO webhook_dispatcher.attempts (day, subscription_id, delivery_id, number, queue_key, event_id,
         event_day, type, replayed, planned_at, at, latency_ms, outcome)
       SELECT day, subscription_id, 'dlv_7' || lpad(times::text, 25, '0'), 1, queue_key, event_id, event_day,
         'service.authority.suspended', false, planned_at, at, 1, 'acknowledged'
       FROM webhook_dispatcher.attempts, generate_series(1, 10000) AS times WHERE subscription_id = $1`,
      [id],
    );
    const path = `/v1/deliveries?subscription_id=${id}&event_type=service.authority.granted`;
    const { body: first } = await fixture.admin.get(path);
    expect(first).toEqual({ data: [], next_cursor: expect.any(String) });
    const { body: second } = await fixture.admin.get(`${path}&cursor=${String(first['next_cursor'])}`);
    expect(second).toMatchObject({ data: [{ id: granted.id }], next_cursor: null });
  });

  it('that was given up or cancelled is listed by its state', async () => {
    const { id } = await subscribe(500);
    await grant(fixture.admin);
    const delivery = await newestThat(id, { state: 'pending', attempts: [{}] });
    const of = async (state: string) =>
      (await fixture.admin.get(`/v1/deliveries?subscription_id=${id}&state=${state}`)).body[
        'data'
      ] as object[];
    // As if eight more attempts had been made.
    await service.sql(
      'UPDATE webhook_dispatcher.entries SET first_attempt = first_attempt - 8 WHERE subscription_id = $1',
      [id],
    );
    await service.sql('UPDATE webhook_dispatcher.queues SET due = now() WHERE subscription_id = $1', [id]);
    await newestThat(id, { state: 'exhausted', waiting: null });
    expect(await of('exhausted')).toMatchObject([{ id: delivery.id }]);
    expect(await of('cancelled')).toEqual([]);
    await retry(delivery.id);
    await newestThat(id, { state: 'pending', attempts: [{}, {}, { trigger: 'manual' }] });
    expect(await of('exhausted')).toEqual([]);
    expect((await fixture.admin.post(`/v1/subscriptions/${id}/revoke`, { reason: 'r' })).status).toBe(200);
    await newestThat(id, { state: 'cancelled', next_attempt_at: null, waiting: null });
    expect(await of('cancelled')).toMatchObject([{ id: delivery.id }]);
    expect(await of('pending')).toEqual([]);
  });

  it('of one project is not there for another', async () => {
    const { id } = await subscribe();
    await grant(fixture.admin);
    const delivery = await newestThat(id, { state: 'succeeded' });
    const other = await fixture.stranger();
    for (const query of ['', `?subscription_id=${id}`, `?event_id=${delivery.event_id}`]) {
      const { status, body } = await other.get(`/v1/deliveries${query}`);
      expect([query, status, body]).toEqual([query, 200, { data: [], next_cursor: null }]);
    }
    const outcomes = await Promise.all([
      other.get(`/v1/deliveries/${delivery.id}`),
      retry(delivery.id, other),
      fixture.admin.get('/v1/deliveries/dlv_00000000000000000000000000'),
    ]);
    expect(outcomes.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [404, 'delivery.not_found'],
      [404, 'delivery.not_found'],
      [404, 'delivery.not_found'],
    ]);
  });

  it('leaves a line in the history when it ends, and is counted in usage', async () => {
    const { id, answers } = await subscribe();
    const authority = await grant(fixture.admin);
    const delivered = await newestThat(id, { state: 'succeeded' });
    const linesAbout = async (subject: string) =>
      (await fixture.auditor.get(`/v1/interactions?subject=${subject}`)).body['data'] as object[];
    const line = {
      channel: 'events',
      actor: { type: 'service', id: 'webhook_dispatcher' },
      operation: 'deliveries.deliver',
      items: 1,
      error_code: null,
    };
    expect(await linesAbout(delivered.id)).toMatchObject([
      {
        ...line,
        subjects: [delivered.id, delivered.event_id, id, authority],
        outcome: 'succeeded',
        status: 200,
      },
    ]);
    answers.status = 410;
    const path = `/v1/authorities/${authority}/suspend`;
    expect((await fixture.admin.post(path, { reason: 'A test.' })).status).toBe(200);
    const stopped = await newestThat(id, { waiting: 'subscription_disabled', attempts: [{ status: 410 }] });
    expect(await linesAbout(stopped.id)).toMatchObject([{ ...line, outcome: 'refused', status: 410 }]);
    await eventually(async () => {
      const { body } = await fixture.auditor.get('/v1/usage');
      const counted = (body['data'] as { operation: string; outcome: string; requests: number }[]).filter(
        ({ operation }) => operation === 'deliveries.deliver',
      );
      expect(counted.map(({ outcome }) => outcome).toSorted()).toEqual(
        expect.arrayContaining(['refused', 'succeeded']),
      );
    }, patient);
    const { body: check } = await fixture.auditor.get('/v1/interactions/check');
    expect(check).toMatchObject({ sound: true });
  });

  it('of a replay is counted, and the replay read at once and until it is finished', async () => {
    const { id, answers } = await subscribe();
    const since = new Date().toISOString();
    await grant(fixture.admin);
    await newestThat(id, { state: 'succeeded' });
    answers.status = 500;
    const path = `/v1/subscriptions/${id}/replays`;
    const { body: first } = await fixture.admin.post(`/v1/subscriptions/${id}/replays`, { from: since });
    const terms = { id: first['id'], subscription_id: id, from: since, only_failed: false };
    const read = await fixture.admin.get(`/v1/replays/${String(first['id'])}`);
    expect([read.status, read.body]).toMatchObject([200, { ...terms, state: 'running' }]);
    const replay = () => fixture.admin.get(`/v1/replays/${String(first['id'])}`);
    const shows = (counts: object) =>
      eventually(async () => expect((await replay()).body).toMatchObject({ ...terms, ...counts }), patient);
    await shows({ state: 'running', planned: 1, pending: 1, succeeded: 0, exhausted: 0 });
    const delivery = await newestThat(id, { state: 'pending', attempts: [{}] });
    answers.status = 200;
    await retry(delivery.id);
    await shows({ state: 'finished', planned: 1, pending: 0, succeeded: 1, exhausted: 0 });
    const { created_at, updated_at } = (await replay()).body;
    expect(String(updated_at) > String(created_at)).toBe(true);
    const { body: second } = await fixture.admin.post(`/v1/subscriptions/${id}/replays`, {
      from: new Date().toISOString(),
    });
    await eventually(async () => {
      const { body } = await fixture.admin.get(path);
      expect(body['data']).toMatchObject([
        { id: second['id'], state: 'finished', planned: 0 },
        { ...terms, state: 'finished' },
      ]);
    }, patient);
    const page = await fixture.admin.get(`${path}?limit=1`);
    const rest = await fixture.admin.get(`${path}?limit=1&cursor=${String(page.body['next_cursor'])}`);
    expect([page, rest].map(({ body }) => (body['data'] as { id: string }[])[0]?.id)).toEqual([
      second['id'],
      first['id'],
    ]);
    const later = String(second['created_at']);
    for (const [query, ids] of [
      ['state=finished,running', [second['id'], first['id']]],
      ['state=cancelled', []],
      [`from=${later}`, [second['id']]],
      [`to=${later}`, [first['id']]],
    ] as const) {
      const { body } = await fixture.admin.get(`${path}?${query}`);
      expect([query, (body['data'] as { id: string }[]).map((each) => each.id)]).toEqual([query, ids]);
    }
    const other = await fixture.stranger();
    for (const missing of [
      await fixture.admin.get('/v1/replays/dlr_1'),
      await other.get(`/v1/replays/${String(first['id'])}`),
    ]) {
      expect([missing.status, missing.body['error']?.code]).toEqual([404, 'replay.not_found']);
    }
  });
});
