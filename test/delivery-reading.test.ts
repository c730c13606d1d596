import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { Receiver } from './support/receiver.js';

const patient = { timeout: 20_000 };

describeProject('a delivery', (service, fixture) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
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
  const grant = async () => {
    const terms = { issuer: 'Issuer', scope: ['all'], valid_until: '2090-01-01T00:00:00.000Z' };
    return String((await fixture.admin.post('/v1/authorities', terms)).body['id']);
  };
  const listed = async (id: string) => {
    const { status, body } = await fixture.admin.get(`/v1/subscriptions/${id}/deliveries`);
    expect(status).toBe(200);
    return body['data'] as {
      id: string;
      state: string;
      attempts: object[];
      next_attempt_at: string | null;
    }[];
  };
  const newestThat = (id: string, matches: object) =>
    eventually(async () => {
      const [newest] = await listed(id);
      expect(newest).toMatchObject(matches);
      return newest as NonNullable<typeof newest>;
    }, patient);
  const retry = (id: string, client = fixture.admin) => client.call('POST', `/v1/deliveries/${id}/retry`);

  it('that was acknowledged shows its attempt, and is not retried', async () => {
    const { id, at } = await subscribe();
    await grant();
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
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
          status: 200,
          error: null,
          latency_ms: expect.any(Number),
          answer: 'as it is',
        },
      ],
      next_attempt_at: null,
      created_at: expect.any(String),
    });
    const read = await fixture.admin.get(`/v1/deliveries/${delivery.id}`);
    expect([read.status, read.body]).toEqual([200, delivery]);
    const retried = await retry(delivery.id);
    expect([retried.status, retried.body['error']?.code]).toEqual([409, 'delivery.transition_not_allowed']);
  });

  it('that failed is attempted again at once where that is asked for', async () => {
    const { id, at, answers } = await subscribe(500);
    await grant();
    const delivery = await newestThat(id, { state: 'pending', attempts: [{}] });
    expect(delivery.next_attempt_at).toEqual(expect.any(String));
    // A retry that comes before this one would not show that it was asked for.
    await service.sql(
      "UPDATE webhook_dispatcher.queues SET due = due + interval '1 hour' WHERE subscription_id = $1",
      [id],
    );
    answers.status = 200;
    const retried = await retry(delivery.id);
    expect([retried.status, retried.body['id']]).toEqual([202, delivery.id]);
    await newestThat(id, { state: 'succeeded' });
    expect(new Set(receiver.at(at).map(({ event }) => event['id'])).size).toBe(1);
  });

  it('is listed page by page, the newest first', async () => {
    const { id } = await subscribe();
    for (const count of [1, 2, 3]) {
      await grant();
      await eventually(async () => expect(await listed(id)).toHaveLength(count), patient);
    }
    const all = (await listed(id)).map((each) => each.id);
    expect(all).toEqual(all.toSorted().toReversed());
    const page = await fixture.admin.get(`/v1/subscriptions/${id}/deliveries?limit=1`);
    const next = await fixture.admin.get(
      `/v1/subscriptions/${id}/deliveries?limit=2&cursor=${String(page.body['next_cursor'])}`,
    );
    const read = [...page.body['data'], ...next.body['data']] as { id: string }[];
    expect(read.map((each) => each.id)).toEqual(all);
    expect(next.body['next_cursor']).toBeNull();
  });

  it('of one project is not there for another', async () => {
    const { id } = await subscribe();
    await grant();
    const delivery = await newestThat(id, { state: 'succeeded' });
    const { body } = await fixture.operator.post('/v1/projects', { name: 'Another' });
    const other = fixture.anonymous.as(String(body['credential'].token));
    const outcomes = await Promise.all([
      other.get(`/v1/deliveries/${delivery.id}`),
      retry(delivery.id, other),
      other.get(`/v1/subscriptions/${id}/deliveries`),
      fixture.admin.get('/v1/deliveries/dlv_00000000000000000000000000'),
    ]);
    expect(outcomes.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [404, 'delivery.not_found'],
      [404, 'delivery.not_found'],
      [404, 'subscription.not_found'],
      [404, 'delivery.not_found'],
    ]);
  });

  it('that waits when its subscription is revoked is cancelled', async () => {
    const { id } = await subscribe(500);
    await grant();
    await newestThat(id, { state: 'pending', attempts: [{}] });
    expect((await fixture.admin.call('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
    await newestThat(id, { state: 'cancelled', attempts: [{ status: 500 }], next_attempt_at: null });
  });
});
