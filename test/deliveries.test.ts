import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { canonicalJson } from '@service/evidence';
import { verifyDelivery } from '@service/events';
import { eventually } from '@service/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { published, register } from './support/fixtures.js';
import { Receiver, type Received } from './support/receiver.js';

/** What precedes the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410). */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

describeProject('deliveries', (service, fixture) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    await published(fixture);
  });
  afterAll(() => receiver.stop());

  /** A subscription to a new endpoint. */
  async function subscribe(categories: string[] = ['record'], client = fixture.admin, terms: object = {}) {
    const at = receiver.newPath();
    const wanted = { endpoint: receiver.url(at), categories, ...terms };
    const answer = await client.post('/v1/subscriptions', wanted);
    expect(answer.status).toBe(201);
    return { ...answer.body, at, id: String(answer.body['id']) } as Answer['body'] & {
      id: string;
      at: string;
    };
  }

  const newRecord = () => register(fixture.admin, fixture.authorityId);
  const change = async (id: string, transition: string) => {
    const answer = await fixture.admin.post(`/v1/records/${id}/${transition}`, { reason: 'A test.' });
    expect(answer.status).toBe(200);
  };
  const arrived = (at: string, count: number) =>
    eventually(() => {
      expect(receiver.at(at).length).toBeGreaterThanOrEqual(count);
      return receiver.at(at);
    });
  const deliveriesOf = async (id: string, filter = '') =>
    (await fixture.admin.get(`/v1/deliveries?subscription_id=${id}&limit=100${filter}`)).body[
      'data'
    ] as Answer['body'][];
  /** As if so much time had passed for what waits to be delivered to a subscription. */
  const letPass = (interval: string, subscription: string) =>
    service.sql('UPDATE webhook_dispatcher.queues SET due = due - $1::interval WHERE subscription_id = $2', [
      interval,
      subscription,
    ]);
  const headersOf = ({ headers }: Received) => headers as Record<string, string>;

  it('carry the specification’s headers and body', async () => {
    const { at } = await subscribe();
    const id = await newRecord();
    const [delivery] = await arrived(at, 1);
    const { headers, event, text } = delivery as Received;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers['service-event-id']).toBe(event['id']);
    expect(headers['service-timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'service.record.registered',
      record_id: id,
      state: 'active',
      subject: { type: 'record', id, version: 1 },
      evidence: {
        provenance: { origin: 'https://registry.example/1', verified: true },
        authority: { id: fixture.authorityId, issuer: 'Test Registry', valid_at_event: true },
      },
    });
    expect(event['evidence'].provenance.chain).toHaveLength(1);
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    const polled = await fixture.admin.get(`/v1/events/${event['id']}`);
    expect(polled.body).toEqual(event);
  });

  it('are verified by our library, by standardwebhooks and by svix, each of sixty unchanged', async () => {
    const both = { signatures: ['v1', 'v1a'] };
    const { at, secret, public_key } = await subscribe(['record'], fixture.admin, both);
    const other = await subscribe();
    const wanted = { authority_id: fixture.authorityId, origin: 'https://a.example', content: 'x' };
    await fixture.admin.post('/v1/records/batch', { records: Array<object>(60).fill(wanted) });
    // Only where it was asked for.
    const [plain] = (await arrived(other.at, 1)) as [Received];
    expect(headersOf(plain)['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(verifyDelivery(headersOf(plain), plain.text, String(other['secret']))).toEqual(plain.event);
    const all = (await arrived(at, 60)) as [Received];
    expect(new Set(all.map(({ event }) => event['id'])).size).toBe(60);
    for (const each of all) {
      for (const key of [secret, public_key])
        expect(verifyDelivery(headersOf(each), each.text, key)).toEqual(each.event);
      for (const Webhook of [StandardWebhook, SvixWebhook])
        expect(() => new Webhook(String(secret)).verify(each.text, headersOf(each))).not.toThrow();
    }
    const { text } = all[0];
    const headers = headersOf(all[0]);
    for (const Webhook of [StandardWebhook, SvixWebhook]) {
      expect(() => new Webhook(String(secret)).verify(`${text} `, headers)).toThrow();
      expect(() => new Webhook(String(other['secret'])).verify(text, headers)).toThrow();
      const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) };
      expect(() => new Webhook(String(secret)).verify(text, old)).toThrow();
    }
    for (const key of [other['secret'], other['public_key']])
      expect(() => verifyDelivery(headers, text, key)).toThrow();
    expect(() => verifyDelivery(headers, text.replace('active', 'actice'), secret)).toThrow();
    // From the public key alone, with nothing of ours.
    const [, asymmetric = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const holds = (key: unknown) =>
      verify(
        null,
        Buffer.from(content),
        createPublicKey({
          key: Buffer.concat([ED25519, Buffer.from(String(key), 'base64url')]),
          format: 'der',
          type: 'spki',
        }),
        Buffer.from(asymmetric, 'base64'),
      );
    expect([holds(public_key), holds(other['public_key'])]).toEqual([true, false]);
  });

  it('come only of the categories and the project that were subscribed to', async () => {
    const records = await subscribe(['service.record.suspended']);
    const authorities = await subscribe(['authority']);
    const id = await newRecord();
    await change(id, 'suspend');
    await change(id, 'reinstate');
    await fixture.admin.post(`/v1/authorities/${fixture.authorityId}/rescope`, {
      reason: 'A test.',
      scope: ['read'],
    });
    const [suspended] = await arrived(records.at, 1);
    expect(suspended?.event['type']).toBe('service.record.suspended');
    const [rescoped] = await arrived(authorities.at, 1);
    expect(rescoped?.event).toMatchObject({
      type: 'service.authority.scope_changed',
      record_id: fixture.authorityId,
    });
    expect(receiver.at(records.at)).toHaveLength(1);
    expect(receiver.at(authorities.at)).toHaveLength(1);
  });

  it('of one record wait for the one before, others flow past it', async () => {
    const { at, id: subscription } = await subscribe();
    let failing: string | undefined;
    receiver.on(at, ({ event }, response) => {
      failing ??= event['record_id'] as string;
      const fails = event['record_id'] === failing && receiver.at(at).length === 1;
      response.writeHead(fails ? 500 : 200).end(fails ? 'out of order' : '');
    });
    const first = await newRecord();
    await arrived(at, 1);
    await change(first, 'suspend');
    const second = await newRecord();
    const [, passing] = await arrived(at, 2);
    expect(passing?.event['record_id']).toBe(second);
    const [waiting] = (await deliveriesOf(subscription)).filter(
      ({ attempts }) => attempts.length === 1 && attempts[0].status === 500,
    );
    expect(waiting).toMatchObject({
      state: 'pending',
      event_type: 'service.record.registered',
      attempts: [{ number: 1, status: 500, answer: 'out of order' }],
    });
    await letPass('10 seconds', subscription);
    const all = await arrived(at, 4);
    const ofFirst = all.filter(({ event }) => event['record_id'] === first);
    expect(ofFirst.map(({ event }) => event['type'])).toEqual([
      'service.record.registered',
      'service.record.registered',
      'service.record.suspended',
    ]);
    expect(new Set(ofFirst.slice(0, 2).map(({ event }) => event['id'])).size).toBe(1);
    await eventually(async () => {
      const delivered = (await fixture.admin.get(`/v1/deliveries/${waiting?.['id']}`)).body;
      expect(delivered).toMatchObject({ state: 'succeeded', attempts: [{ status: 500 }, { status: 200 }] });
    });
  });

  it('end when the endpoint is gone, which the project’s other subscriptions are told', async () => {
    const told = await subscribe(['subscription']);
    const { at, id } = await subscribe();
    receiver.on(at, (_, response) => void response.writeHead(410).end());
    const first = await newRecord();
    const [{ event }] = (await arrived(told.at, 1)) as [Received];
    expect(event).toMatchObject({ type: 'service.subscription.disabled', subject: { id } });
    const { body } = await fixture.admin.get(`/v1/subscriptions/${id}`);
    expect(body).toMatchObject({ state: 'disabled', disabled: { cause: 'gone' } });
    const since = new Date().toISOString();
    const missed = await newRecord();
    receiver.on(at, (_, response) => void response.writeHead(200).end());
    expect((await fixture.admin.post(`/v1/subscriptions/${id}/enable`, {})).status).toBe(200);
    const replayed = await fixture.admin.post(`/v1/subscriptions/${id}/replays`, { from: since });
    expect(replayed.status).toBe(202);
    // Waiting deliveries continue; events from the disabled time arrive by the replay, and again where they are planned later.
    await eventually(() => {
      const [, ...later] = receiver.at(at);
      expect(new Set(later.map(({ event }) => event['record_id']))).toEqual(new Set([first, missed]));
    });
  });

  it('are held back as long as the endpoint asks for', async () => {
    const { at, id } = await subscribe();
    receiver.on(at, (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    await newRecord();
    await eventually(async () => expect((await deliveriesOf(id))[0]?.['attempts']).toHaveLength(1));
    await newRecord();
    const pending = await eventually(async () => {
      const deliveries = await deliveriesOf(id);
      expect(deliveries).toHaveLength(2);
      return deliveries;
    });
    const [tried] = pending.filter(({ attempts }) => attempts.length === 1);
    expect(Date.parse(tried?.['next_attempt_at']) - Date.now()).toBeGreaterThan(3_000_000);
    expect(receiver.at(at)).toHaveLength(1);
    const [other] = pending.filter(({ attempts }) => attempts.length === 0);
    expect(other).toMatchObject({ waiting: 'endpoint', blocked_by: null });
    expect(Date.parse(other?.['next_attempt_at']) - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('can be tested, retried and replayed', async () => {
    const { at, id } = await subscribe();
    const tested = await fixture.admin.post(`/v1/subscriptions/${id}/test`, {});
    expect(tested.status).toBe(202);
    const [test] = (await arrived(at, 1)) as [Received];
    expect(test.event).toMatchObject({ id: tested.body['event_id'], type: 'service.subscription.tested' });

    const since = new Date().toISOString();
    let fails = true;
    receiver.on(at, (_, response) => void response.writeHead(fails ? 500 : 200).end());
    const record = await newRecord();
    await arrived(at, 2);
    fails = false;
    const [failed] = await eventually(async () => {
      const found = (await deliveriesOf(id)).filter(({ state }) => state === 'pending');
      expect(found[0]?.['attempts']).toHaveLength(1);
      return found;
    });
    const retried = await fixture.admin.post(`/v1/deliveries/${failed?.['id']}/retry`, {});
    expect(retried.status).toBe(202);
    const again = (await arrived(at, 3))[2] as Received;
    expect(again.event['record_id']).toBe(record);

    const replayed = await fixture.admin.post(`/v1/subscriptions/${id}/replays`, { from: since });
    expect(replayed.status).toBe(202);
    const replay = (await arrived(at, 4))[3] as Received;
    expect(replay.text).toBe(again.text);
    const ids = new Set((await deliveriesOf(id)).map((delivery) => delivery['id']));
    expect(ids.size).toBe(3);

    fails = true;
    await fixture.admin.post(`/v1/subscriptions/${id}/test`, {});
    const { body } = await fixture.admin.post(`/v1/subscriptions/${id}/test`, {});
    await arrived(at, 6);
    const [second] = await eventually(async () => {
      const found = await deliveriesOf(id, `&event_id=${body['event_id']}`);
      expect(found[0]?.['attempts']).toHaveLength(1);
      return found;
    });
    expect(second).toMatchObject({ state: 'pending', waiting: 'schedule', blocked_by: null });
  });

  it('are signed by both secrets while one replaces the other', async () => {
    const { at, id, secret: old } = await subscribe();
    const rotated = await fixture.admin.post(`/v1/subscriptions/${id}/rotate`, {
      overlap_seconds: 3600,
    });
    expect(rotated.status).toBe(200);
    const next = String(rotated.body['secret']);
    await newRecord();
    const [delivery] = (await arrived(at, 1)) as [Received];
    const headers = headersOf(delivery);
    for (const secret of [String(old), next]) {
      expect(verifyDelivery(headers, delivery.text, secret)).toEqual(delivery.event);
      expect(new StandardWebhook(secret).verify(delivery.text, headers)).toBeDefined();
    }
    const forced = { overlap_seconds: 0, force: true };
    const cut = await fixture.admin.post(`/v1/subscriptions/${id}/rotate`, forced);
    await newRecord();
    const after = (await arrived(at, 2))[1] as Received;
    expect(after.headers['service-signature-next']).toBeUndefined();
    expect(verifyDelivery(headersOf(after), after.text, String(cut.body['secret']))).toEqual(after.event);
    expect(() => verifyDelivery(headersOf(after), after.text, next)).toThrow();
  });
});
