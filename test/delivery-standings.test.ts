import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifyDelivery } from '@service/events';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { grant, published } from './support/fixtures.js';
import { Receiver, type Received } from './support/receiver.js';

const PATIENCE = { timeout: 20_000 };

describeProject('how deliveries stand', (_service, fixture) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    await published(fixture);
  });
  afterAll(() => receiver.stop());

  /** A subscription to authorities, at a new endpoint that answers a status. */
  async function subscribe(status: number, members: object = {}) {
    const at = receiver.newPath();
    receiver.on(at, (_, response) => response.writeHead(status).end('as it is'));
    const endpoint = receiver.url(at);
    const answer = await fixture.admin.post('/v1/subscriptions', {
      endpoint,
      categories: ['authority'],
      ...members,
    });
    expect(answer.status).toBe(201);
    return { id: String(answer.body['id']), secret: String(answer.body['secret']), at, endpoint };
  }
  const sumOf = async (id: string) =>
    (await fixture.admin.get(`/v1/subscriptions/${id}/deliveries/summary`)).body;
  const countOf = (id: string, query: string) =>
    fixture.admin.get(`/v1/subscriptions/${id}/replays/count?${query}`);
  const since = () => `from=${new Date(Date.now() - 3_600_000).toISOString()}`;

  it('says of an endpoint that fails since when, what comes next and when it is disabled', async () => {
    const { id, endpoint } = await subscribe(500);
    await grant(fixture.admin);
    const failing = await eventually(async () => {
      const sum = await sumOf(id);
      expect(sum).toMatchObject({ subscription_id: id, endpoint, state: 'active', failures: 1, pending: 1 });
      expect(sum['next_attempt_at']).not.toBeNull();
      return sum;
    }, PATIENCE);
    expect(failing).toMatchObject({ succeeded: 0, exhausted: 0, cancelled: 0, counted_since: null });
    expect(failing).toMatchObject({ attempts: 1, failed_attempts: 1 });
    expect(failing['last_attempt']).toMatchObject({
      number: 1,
      status: 500,
      error: null,
      answer: 'as it is',
    });
    const { failing_since, disabled_after } = failing as Record<string, string>;
    expect(Date.parse(disabled_after as string) - Date.parse(failing_since as string)).toBe(5 * 86_400_000);
    const { subscription_id, state, failures, pending } = failing;
    const all = await fixture.admin.get('/v1/deliveries/summary');
    expect(all.body['data']).toContainEqual(
      expect.objectContaining({ subscription_id, endpoint, state, failures, failing_since, pending }),
    );
    await fixture.admin.post(`/v1/subscriptions/${id}/disable`, { reason: 'a test' });
    expect(await sumOf(id)).toMatchObject({ state: 'disabled', next_attempt_at: null, disabled_after: null });
  });

  it('counts what succeeded', async () => {
    const { id } = await subscribe(200);
    await grant(fixture.admin);
    await grant(fixture.admin);
    await eventually(
      async () =>
        expect(await sumOf(id)).toMatchObject({
          succeeded: 2,
          attempts: 2,
          failed_attempts: 0,
          pending: 0,
          failures: 0,
        }),
      PATIENCE,
    );
  });

  it('shows what was sent, without what only the receiver may know', async () => {
    const { id, at, secret, endpoint } = await subscribe(200);
    await grant(fixture.admin);
    const [received] = (await eventually(() => {
      expect(receiver.at(at)).toHaveLength(1);
      return receiver.at(at);
    }, PATIENCE)) as [Received];
    const { body: page } = await eventually(async () => {
      const listed = await fixture.admin.get(`/v1/deliveries?subscription_id=${id}`);
      expect(listed.body['data']).toHaveLength(1);
      return listed;
    }, PATIENCE);
    const delivery = page['data'][0].id as string;
    const { status, body } = await fixture.admin.get(`/v1/deliveries/${delivery}/request`);
    expect([status, body['method'], body['endpoint'], body['body']]).toEqual([
      200,
      'POST',
      endpoint,
      received.text,
    ]);
    const sent = received.headers as Record<string, string>;
    expect(verifyDelivery(sent, String(body['body']), secret)).toEqual(received.event);
    const own = ['host', 'connection', 'content-length', 'traceparent'];
    const headers = body['headers'] as { name: string; value: string | null; signed: boolean }[];
    const names = headers.map(({ name }) => name.toLowerCase());
    expect(names.toSorted()).toEqual(
      Object.keys(sent)
        .filter((name) => !own.includes(name))
        .toSorted(),
    );
    for (const { name, value } of headers)
      expect([name, value ?? sent[name.toLowerCase()]]).toEqual([name, sent[name.toLowerCase()]]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const foreign = await fixture.admin.get(`/v1/deliveries/${delivery.slice(0, -1)}0/request`);
    expect(foreign.body['error']?.code ?? 'same').toMatch(/^(delivery\.not_found|same)$/);
  });

  it('counts a replay by the rules by which it is planned', async () => {
    const { id } = await subscribe(200, { categories: ['service.authority.suspended'] });
    const authority = await grant(fixture.admin);
    await fixture.admin.post(`/v1/authorities/${authority}/suspend`, { reason: 'a test' });
    await eventually(async () => expect(await sumOf(id)).toMatchObject({ succeeded: 1 }), PATIENCE);
    const counted = await countOf(id, since());
    expect([counted.status, counted.body['complete']]).toEqual([200, true]);
    const replay = await fixture.admin.post(`/v1/subscriptions/${id}/replays`, {
      from: new Date(Date.now() - 3_600_000).toISOString(),
    });
    await eventually(async () => {
      const { body } = await fixture.admin.get(`/v1/replays/${String(replay.body['id'])}`);
      expect(body).toMatchObject({ state: 'finished', planned: counted.body['deliveries'] });
    }, PATIENCE);
    expect((await countOf(id, `${since()}&only_failed=true`)).body).toEqual({
      deliveries: 0,
      complete: true,
    });
    const { status, body } = await countOf(id, 'from=2020-01-01T00:00:00Z');
    expect([status, body['error'].details[0].field]).toEqual([400, 'from']);
    expect((await countOf(id, `${since()}&only_failed=yes`)).status).toBe(400);
  });
});
