import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  foldSubscription,
  newId,
  type SubscriptionEvent,
  type SubscriptionSnapshot,
} from '@service/contracts';
import { inTransaction } from '@service/event-store';
import { TransactionHistory, historyDays } from '@service/history';
import { PublishedEventAuthentication } from '@service/messaging';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { dayOf } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import {
  AddressGuard,
  DeliveryPlanner,
  DeliverySender,
  DeliveryWorkers,
  CachedEvents,
  SigningSecrets,
  insertEvents,
  makeRoom,
  makeRoomForAttempts,
  type PublishedEvent,
} from '@service/webhook-dispatcher';
import type { Pool } from 'pg';

/** Endpoints, each with its own subscription to all events. */
export interface DispatcherRequest {
  databaseUrl: string;
  ports: number[];
}

/** Publishes `events` events about `subjects` subjects, `perSecond` of them a second; all at once for 0. */
export interface PublishRequest {
  events: number;
  subjects: number;
  perSecond: number;
  body: string;
}

/** When an event was committed, in milliseconds since 1970. */
export type Commit = [eventId: string, at: number];

const PROJECT = 'prj_bench';
const CHUNK = 100;

const key = AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;
const publishedEvents = new PublishedEventAuthentication(new AuthenticationKeys([key]), 'development');

let pool: Pool;
let planner: DeliveryPlanner;
let workers: DeliveryWorkers;

process.on('message', (message: DispatcherRequest | PublishRequest) => {
  if ('databaseUrl' in message) void start(message).then(() => process.send?.('started'));
  else void publish(message).then((commits) => process.send?.(commits));
});

// It ends with the measuring process.
process.on('disconnect', () => process.exit());

async function start({ databaseUrl, ports }: DispatcherRequest): Promise<void> {
  const logger = createLogger('warn');
  pool = createPool(databaseUrl, { max: 12, applicationName: 'bench', logger });
  await makeRoom(pool, Date.now());
  await makeRoomForAttempts(pool, Date.now());
  await historyDays.ensure(pool, [dayOf(Date.now())]);
  const subscriptions = new Map(ports.map((port) => subscriptionTo(port)).map((each) => [each.id, each]));
  const all = [...subscriptions.values()];
  const guard = new AddressGuard({ allowed: [], denied: [], allowsLoopback: true, isOwnPort: () => false });
  const seed = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }).d ?? '';
  const hmac = `whsec_${randomBytes(32).toString('base64')}`;
  workers = new DeliveryWorkers({
    pool,
    logger,
    history: new TransactionHistory('webhook_dispatcher', logger),
    sender: new DeliverySender({ guard }),
    tracer: null,
    events: new CachedEvents(pool, publishedEvents),
    secrets: new SigningSecrets({ decrypt: (_, context) => (context.endsWith('hmac') ? hmac : seed) }),
    random: Math.random,
    subscriptionOf: (id) => subscriptions.get(id) ?? null,
    isRevoked: () => false,
    cancel: () => Promise.resolve(),
    disable: () => Promise.resolve(),
  });
  planner = new DeliveryPlanner({ ofProject: () => all, get: (id) => subscriptions.get(id) }, workers);
  workers.start();
}

async function publish({ events, subjects, perSecond, body }: PublishRequest): Promise<Commit[]> {
  const commits: Commit[] = [];
  const startedAt = performance.now();
  while (commits.length < events) {
    const due = perSecond === 0 ? events : ((performance.now() - startedAt) / 1_000) * perSecond;
    const count = Math.min(CHUNK, events - commits.length, Math.floor(due) - commits.length);
    if (count <= 0) {
      await pause(2);
      continue;
    }
    const batch = Array.from({ length: count }, (_, at) => eventOf((commits.length + at) % subjects, body));
    const onCommitted = await inTransaction(pool, 'BEGIN', async (client) =>
      planner.plan(client, await insertEvents(client, batch, publishedEvents)),
    );
    const at = performance.timeOrigin + performance.now();
    for (const { event_id } of batch) commits.push([event_id, at]);
    onCommitted();
  }
  return commits;
}

function eventOf(subject: number, body: string): PublishedEvent {
  return {
    event_id: newId('event'),
    day: dayOf(Date.now()),
    project_id: PROJECT,
    type: 'service.record.registered',
    subject_id: `rec_${String(subject).padStart(26, '0')}`,
    authority_id: null,
    subscription_id: null,
    traceparent: null,
    body,
  };
}

function subscriptionTo(port: number): SubscriptionSnapshot {
  const sealed = { sealing_key_id: 'bench', sealed: '' };
  const created: SubscriptionEvent = {
    type: 'service.subscription.created',
    subscription_id: newId('subscription'),
    project_id: PROJECT,
    endpoint: `http://127.0.0.1:${port}/`,
    categories: ['record'],
    description: null,
    signatures: ['v1'],
    secret: { hmac: sealed, signing: sealed, public_key: '' },
    created_by: null,
    occurred_at: new Date().toISOString(),
  };
  return foldSubscription(undefined, created, 1);
}
