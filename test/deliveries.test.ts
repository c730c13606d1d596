import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { verifyDelivery } from '@service/events';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';

const patient = { timeout: 12_000 };

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver on this machine that answers with a status, and keeps what it received. */
async function receiver() {
  const received: Received[] = [];
  const answers = { status: 200 };
  const server = createServer((request, response) => {
    const receive = async () => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(answers.status).end('as it is');
    };
    void receive();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { received, answers, endpoint, close: () => server.close() };
}

describeService('deliveries', (service, world) => {
  const subscribe = async (endpoint: string) => {
    const answer = await world.admin.post('/v1/subscriptions', { endpoint, categories: ['authority'] });
    expect([answer.text, answer.status]).toEqual([answer.text, 201]);
    return { id: String(answer.body['id']), secret: String(answer.body['secret']) };
  };
  const grant = async () => {
    const terms = { issuer: 'Issuer', scope: ['all'], valid_until: '2090-01-01T00:00:00.000Z' };
    return String((await world.admin.post('/v1/authorities', terms)).body['id']);
  };
  const listed = async (id: string) => {
    const { status, body } = await world.admin.get(`/v1/subscriptions/${id}/deliveries`);
    expect(status).toBe(200);
    return body['data'] as {
      id: string;
      state: string;
      attempts: object[];
      next_attempt_at: string | null;
    }[];
  };
  const inState = async (id: string, state: string) => {
    const newest = await eventually(async () => {
      const [first] = await listed(id);
      expect(first?.state).toBe(state);
      return first;
    }, patient);
    if (newest === undefined) throw new Error('There is no delivery.');
    return newest;
  };

  it('are made, signed, once something happens, and can be read', async () => {
    const { received, endpoint, close } = await receiver();
    const { id, secret } = await subscribe(endpoint);
    const authority = await grant();
    const delivery = await inState(id, 'succeeded');
    const [came] = received as [Received];
    const event = verifyDelivery(came.headers, came.body, secret);
    expect(event).toMatchObject({ type: 'service.authority.granted', subject: { id: authority } });
    expect(delivery).toEqual({
      id: expect.stringMatching(/^dlv_/),
      subscription_id: id,
      event_id: event.id,
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
    const read = await world.admin.get(`/v1/deliveries/${delivery.id}`);
    expect([read.status, read.body]).toEqual([200, delivery]);
    const retried = await world.admin.call('POST', `/v1/deliveries/${delivery.id}/retry`);
    expect([retried.status, retried.body['error']?.code]).toEqual([409, 'delivery.transition_not_allowed']);
    close();
  });

  it('that failed are attempted again at once where that is asked for', async () => {
    const { received, answers, endpoint, close } = await receiver();
    answers.status = 500;
    const { id } = await subscribe(endpoint);
    await grant();
    await eventually(async () => (await listed(id))[0]?.attempts.length === 1, patient);
    const [delivery] = await listed(id);
    expect(delivery).toMatchObject({ state: 'pending', next_attempt_at: expect.any(String) });
    // A retry that comes before this one would not show that it was asked for.
    await service.sql(
      "UPDATE webhook_dispatcher.lanes SET due = due + interval '1 hour' WHERE subscription_id = $1",
      [id],
    );
    answers.status = 200;
    const retried = await world.admin.call('POST', `/v1/deliveries/${delivery?.id}/retry`);
    expect([retried.status, retried.body['id']]).toEqual([202, delivery?.id]);
    await inState(id, 'succeeded');
    expect(new Set(received.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
    close();
  });

  it('of a test go to the subscription that it tests, and a replay brings what was', async () => {
    const { received, endpoint, close } = await receiver();
    const { id, secret } = await subscribe(endpoint);
    const since = new Date().toISOString();
    await grant();
    await inState(id, 'succeeded');
    const { body } = await world.admin.call('POST', `/v1/subscriptions/${id}/test`);
    await eventually(() => received.length === 2, patient);
    const tested = received[1] as Received;
    expect(verifyDelivery(tested.headers, tested.body, secret).id).toBe(body['event_id']);
    const replay = await world.admin.post(`/v1/subscriptions/${id}/replay`, { since });
    expect(replay.status).toBe(202);
    await eventually(() => received.length === 3, patient);
    expect(received[2]?.body).toBe(received[0]?.body);
    await eventually(async () => (await listed(id)).length === 3, patient);
    const [newest] = await listed(id);
    const page = await world.admin.get(`/v1/subscriptions/${id}/deliveries?limit=1`);
    const next = await world.admin.get(
      `/v1/subscriptions/${id}/deliveries?limit=2&cursor=${String(page.body['next_cursor'])}`,
    );
    expect((page.body['data'] as { id: string }[]).map((each) => each.id)).toEqual([newest?.id]);
    expect(next.body).toMatchObject({ data: [{}, {}], next_cursor: null });
    close();
  });

  it('of one project are not there for another', async () => {
    const { endpoint, close } = await receiver();
    const { id } = await subscribe(endpoint);
    await grant();
    const delivery = await inState(id, 'succeeded');
    const { body } = await world.operator.post('/v1/projects', { name: 'Another' });
    const other = world.anonymous.as(String(body['credential'].token));
    const outcomes = await Promise.all([
      other.get(`/v1/deliveries/${delivery.id}`),
      other.call('POST', `/v1/deliveries/${delivery.id}/retry`),
      other.get(`/v1/subscriptions/${id}/deliveries`),
      world.admin.get('/v1/deliveries/dlv_00000000000000000000000000'),
    ]);
    expect(outcomes.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [404, 'delivery.not_found'],
      [404, 'delivery.not_found'],
      [404, 'subscription.not_found'],
      [404, 'delivery.not_found'],
    ]);
    close();
  });

  it('that wait when their subscription is revoked are cancelled', async () => {
    const { answers, endpoint, close } = await receiver();
    answers.status = 500;
    const { id } = await subscribe(endpoint);
    await grant();
    await eventually(async () => (await listed(id))[0]?.attempts.length === 1, patient);
    expect((await world.admin.call('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
    const cancelled = await inState(id, 'cancelled');
    expect(cancelled).toMatchObject({ attempts: [{ status: 500 }], next_attempt_at: null });
    close();
  });

  it('stop where the endpoint says that it is gone, and the subscription says why', async () => {
    const { answers, endpoint, close } = await receiver();
    answers.status = 410;
    const { id } = await subscribe(endpoint);
    await grant();
    await eventually(async () => {
      const { body } = await world.admin.get(`/v1/subscriptions/${id}`);
      expect(body).toMatchObject({ state: 'disabled', disabled: { cause: 'gone' } });
    }, patient);
    close();
  });
});
