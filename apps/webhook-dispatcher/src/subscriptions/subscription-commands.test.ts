import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceError, newId, type SubscriptionSnapshot } from '@service/contracts';
import { EventStore, OWNER_BOUNDARIES, type LoadedStream } from '@service/event-store';
import { TailingEventFeed } from '@service/messaging';
import { newCommand } from '@service/messaging/commands';
import { createLogger } from '@service/platform/logging';
import { createBoundaryViews } from '@service/platform/boundaries';
import { withClient } from '@service/platform/postgres';
import { SealingKey, SealingKeys } from '@service/platform/sealing-keys';
import type { EmbeddedDatabase } from '@service/testing';
import { DeliveryRequests } from './delivery-requests.js';
import { FoldedSubscriptions } from './folded-subscriptions.js';
import { LOG } from './own-log.js';
import { SubscriptionCommands } from './subscription-commands.js';
import { SubscriptionUpkeep } from './subscription-upkeep.js';
import { migratedDatabase } from '../testing/migrated-database.js';

const newKey = () => SealingKey.parse(randomBytes(32).toString('base64')) as SealingKey;
const ownKey = newKey();
const keys = new SealingKeys([ownKey]);
const projects = { requireActive: () => undefined };

let database: EmbeddedDatabase;
let replicas: Awaited<ReturnType<typeof openReplica>>[];

/** A replica of the app with its own store, directory and commands. */
async function openReplica(store: EventStore) {
  const feed = new TailingEventFeed(database.pool, createLogger('silent'));
  store.onAppended((transaction) => feed.appended(LOG, transaction));
  const directory = new FoldedSubscriptions(feed, keys);
  await directory.onApplicationBootstrap();
  return { store, directory, commands: new SubscriptionCommands(store, projects, directory, () => null) };
}

beforeAll(async () => {
  database = await migratedDatabase();
  await withClient(database.url, (client) =>
    createBoundaryViews(client, OWNER_BOUNDARIES.webhook_dispatcher),
  );
  replicas = await Promise.all([1, 2].map(() => openReplica(new EventStore(database.pool, LOG))));
});
afterAll(async () => {
  await Promise.all(replicas.map(({ directory }) => directory.onApplicationShutdown()));
  await database.stop();
});

const first = () => replicas[0] as (typeof replicas)[number];
const create = (
  { commands }: (typeof replicas)[number],
  project_id: string,
): Promise<SubscriptionSnapshot> => {
  const key = newId('subscription');
  const sealed = (member: string) => keys.encrypt(member, `${key}/${member}`);
  const payload = {
    endpoint: 'https://receiver.example/events',
    categories: ['record'],
    description: null,
    signatures: ['v1' as const],
    secret: { hmac: sealed('hmac'), signing: sealed('signing'), public_key: key },
  };
  return commands.handle(newCommand('subscription.create', payload, { key, project_id, issued_by: 'crd_1' }));
};
const test = (store: EventStore, { id: subscription_id, project_id }: SubscriptionSnapshot) =>
  new DeliveryRequests(store, projects, database.pool).handle(
    newCommand(
      'subscription.test',
      { subscription_id },
      { key: newId('delivery_request'), project_id, issued_by: 'crd_1' },
    ),
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );

/** The error code of a creation, which is retried while a busy machine is too slow, as clients do. */
const codeOfCreation = async (...creation: Parameters<typeof create>) => {
  for (;;) {
    const code = await codeOf(create(...creation));
    if (code !== 'service.unavailable') return code;
  }
};

describe('concurrent creations at two replicas', () => {
  it('leave a project with fifty; only a revocation makes room again', async () => {
    const asked = Array.from({ length: 60 }, (_, index) =>
      codeOfCreation(replicas[index % 2] as (typeof replicas)[number], 'prj_full'),
    );
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((code) => code === null)).toHaveLength(50);
    expect(new Set(outcomes)).toEqual(new Set([null, 'subscription.limit_reached']));
    const { commands, directory } = first();
    expect(await directory.catchUp(5_000)).toBe(true);
    const [oldest] = directory.ofProject('prj_full');
    const change = { reason: 'because', expected_version: null };
    const origin = { key: oldest?.id ?? '', project_id: 'prj_full', issued_by: 'crd_1' };
    await commands.handle(newCommand('subscription.revoke', change, origin));
    const again = await Promise.all(replicas.map((replica) => codeOfCreation(replica, 'prj_full')));
    expect(again).toHaveLength(2);
    expect(new Set(again)).toEqual(new Set([null, 'subscription.limit_reached']));
  });
});

describe('metadata of a subscription', () => {
  it('hold what two replicas set at once, beside a change of the subscription', async () => {
    const { id, project_id } = await create(first(), 'prj_noted');
    const asked = Array.from({ length: 10 }, (_, at) => {
      const described = at === 0 ? { description: 'Checkout' } : {};
      const payload = { metadata: { [`k${at}`]: 'v' }, ...described, expected_version: null };
      const origin = { key: id, project_id, issued_by: 'crd_1' };
      const { commands } = replicas[at % 2] as (typeof replicas)[number];
      return commands.handle(newCommand('subscription.update', payload, origin));
    });
    await Promise.all(asked);
    const { metadata, version } = await first().store.readMetadata(id);
    expect([Object.keys(metadata).length, version]).toEqual([10, 10]);
    expect((await first().store.read(id)).version).toBe(2);
  });
});

describe('the service itself', () => {
  it('disables a subscription once', async () => {
    const { store, directory } = first();
    const { id } = await create(first(), 'prj_failing');
    const upkeep = new SubscriptionUpkeep(store);
    const disable = () => upkeep.disable(id, 'gone', 'The endpoint answered 410.');
    expect([await disable(), await disable()]).toEqual([true, false]);
    await directory.catchUp(5_000);
    expect(directory.get(id)).toMatchObject({
      state: 'disabled',
      version: 2,
      disabled: { cause: 'gone', reason: 'The endpoint answered 410.' },
    });
  });

  it('encrypts the same secrets under another key once', async () => {
    const { store, directory } = first();
    const { id } = await create(first(), 'prj_sealed');
    const key = newKey();
    // The new key first, as after a rotation.
    const rotated = new SealingKeys([key, ownKey]);
    const upkeep = new SubscriptionUpkeep(store);
    expect([await upkeep.reencrypt(id, rotated), await upkeep.reencrypt(id, rotated)]).toEqual([true, false]);
    await directory.catchUp(5_000);
    const [secret] = directory.get(id)?.secrets ?? [];
    expect(secret?.hmac.sealing_key_id).toBe(key.id);
    const alone = new SealingKeys([key]);
    expect(alone.decrypt(secret?.hmac as never, `${id}/hmac`)).toBe('hmac');
    expect(alone.decrypt(secret?.signing as never, `${id}/signing`)).toBe('signing');
    expect(secret?.public_key).toBe(id);
  });
});

describe('a request for deliveries', () => {
  /** Disables the subscription between its reading and the append. */
  class RacingStore extends EventStore {
    armed: string | null = null;

    override async read(id: string): Promise<LoadedStream> {
      const stream = await super.read(id);
      if (id !== this.armed) return stream;
      this.armed = null;
      await new SubscriptionUpkeep(first().store).disable(id, 'failing', 'because');
      return stream;
    }
  }

  it('is refused if the subscription was disabled meanwhile', async () => {
    const subscription = await create(first(), 'prj_racing');
    const store = new RacingStore(database.pool, LOG);
    expect(await codeOf(test(store, subscription))).toBeNull();
    store.armed = subscription.id;
    expect(await codeOf(test(store, subscription))).toBe('subscription.transition_not_allowed');
    const { rows } = await database.pool.query(
      `SELECT FROM ${LOG}.events WHERE type = 'service.subscription.tested' AND data ->> 'subscription_id' = $1`,
      [subscription.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused for a test while a hundred of them wait', async () => {
    const subscription = await create(first(), 'prj_tested');
    const insert = `INSERT INTO webhook_dispatcher.queues SELECT $1, unnest($2::text[]), now()`;
    const wait = (...keys: string[]) => database.pool.query(insert, [subscription.id, keys]);
    await wait('rec_a', ...Array.from({ length: 99 }, () => newId('event')));
    expect(await codeOf(test(first().store, subscription))).toBeNull();
    await wait(newId('event'));
    expect(await codeOf(test(first().store, subscription))).toBe('subscription.limit_reached');
  });

  it('finds no subscription of another project or under the id of a request', async () => {
    const { store } = first();
    const subscription = await create(first(), 'prj_own');
    const { id } = await test(store, subscription);
    const missing = 'subscription.not_found';
    expect(await codeOf(test(store, { ...subscription, project_id: 'prj_other' }))).toBe(missing);
    expect(await codeOf(test(store, { ...subscription, id }))).toBe(missing);
    expect(await codeOf(test(store, { ...subscription, id: 'sub_missing' }))).toBe(missing);
  });
});
