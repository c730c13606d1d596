import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@service/contracts';
import {
  NotPreparedError,
  PositionMovedError,
  inTransaction,
  requirePrepared,
  type RecordedEvent,
} from '@service/event-store';
import {
  SigningKey,
  canonicalJson,
  digestText,
  type AuthorityReference,
  encodeBase64url,
} from '@service/evidence';
import { DAY, dayOf } from '@service/platform/days';
import { publishedEvents } from '../testing/published-event-codes.js';
import { LIFE, SampleLogs } from '../testing/sample-logs.js';
import { publishLog } from './publish-log.js';
import type { PublishedEvent } from './published-event.js';
import { dropPublishedDays, publishedDays } from './storage/published-days.js';

interface Body {
  event: {
    id: string;
    type: string;
    state: string;
    subject: { type: string; id: string; version: number };
    previous_state?: string;
    reason?: string;
    reason_salt?: string;
    evidence: {
      authority: Record<string, unknown>;
      provenance: {
        verified?: boolean;
        origin?: string;
        chain?: { sequence: number; reason_digest: string | null }[];
      };
    };
  };
}

let logs: SampleLogs;
let planned: string[];
let authorities: AuthorityReference[];
const named = (version = 1): AuthorityReference => authorities[version - 1] as AuthorityReference;

beforeAll(async () => {
  logs = await SampleLogs.start();
  authorities = await logs.grant(
    'aut_1',
    { type: 'service.authority.renewed', valid_until: '2091-01-01T00:00:00.000Z' },
    { type: 'service.authority.suspended', state: 'suspended', valid_until: '2091-01-01T00:00:00.000Z' },
  );
});
afterAll(() => logs.database.stop());
beforeEach(async () => {
  planned = [];
  await logs.clear();
});

const planner = {
  concerns: () => true,
  plan: (_: unknown, events: readonly PublishedEvent[]) => {
    planned.push(...events.map(({ event_id }) => event_id));
    return Promise.resolve(() => undefined);
  },
};
const publisher = (log: Parameters<typeof publishLog>[0], more: object = {}) =>
  publishLog(log, { pool: logs.database.pool, publishedEvents, retentionDays: 30, planner, ...more });

const bodies = async () => (await logs.published()).map(({ body }) => JSON.parse(body) as Body);
const of = async (id: string) =>
  (await logs.events('record_store')).filter(({ stream_id }) => stream_id === id);
/** Versions of subjects, each with whether it is shown as verified. */
const verified = async () =>
  (await bodies()).map(({ event }) => `${event.subject.version} ${event.evidence.provenance.verified}`);
/** Registers a record and publishes its events, or what becomes of them. */
async function publish(
  id: string,
  change = (events: RecordedEvent[]) => events,
  by = named(),
): Promise<void> {
  await logs.register(id, by, LIFE);
  await logs.apply(publisher('record_store'), change(await of(id)));
}

const worded = (event: RecordedEvent, before: string, after: string) =>
  ({ ...event, element: event.element?.replace(before, after) }) as RecordedEvent;

describe('a log', () => {
  it('is published once and in order, even if a batch is repeated', async () => {
    await logs.register('rec_once', named(), LIFE);
    const events = await of('rec_once');
    const consumer = publisher('record_store');
    await logs.apply(consumer, events.slice(0, 2));
    await logs.apply(consumer, events);
    await logs.apply(publisher('record_store'), events);
    const rows = await logs.published();
    expect(rows.map(({ event_id }) => event_id)).toEqual(events.map(({ event_id }) => event_id));
    expect(planned).toEqual(events.map(({ event_id }) => event_id));
    expect(rows[3]).toMatchObject({
      project_id: 'prj_1',
      type: 'service.record.revoked',
      subject_id: 'rec_once',
      authority_id: 'aut_1',
      subscription_id: null,
    });
  });

  it('is published by the statement that moves its position where no delivery is to plan', async () => {
    await logs.register('rec_alone', named(), LIFE);
    const events = await of('rec_alone');
    let plans = false;
    const concerning = { ...planner, concerns: () => plans };
    const consumer = publisher('record_store', { planner: concerning });
    // The first one may need a partition.
    expect(await logs.applyAsOne(consumer, events)).toBe(false);
    await logs.apply(consumer, events.slice(0, 1));
    expect(await logs.applyAsOne(consumer, events.slice(0, 2))).toBe(true);
    expect(await logs.applyAsOne(consumer, events.slice(1))).toBe(true);
    plans = true;
    expect(await logs.applyAsOne(consumer, events)).toBe(false);
    const ids = events.map(({ event_id }) => event_id);
    expect((await logs.published()).map(({ event_id }) => event_id)).toEqual(ids);
  });

  it('is not published by a statement whose position was moved elsewhere', async () => {
    await logs.register('rec_moved', named(), LIFE);
    const [first, ...others] = (await of('rec_moved')) as [RecordedEvent, ...RecordedEvent[]];
    const consumer = publisher('record_store', { planner: { ...planner, concerns: () => false } });
    await logs.apply(consumer, [first]);
    await expect(logs.applyAsOne(consumer, others, 1n)).rejects.toThrow(PositionMovedError);
    expect(await logs.published()).toHaveLength(1);
  });

  it('looks for its partition again after a failure', async () => {
    await logs.register('rec_dropped', named());
    const events = await of('rec_dropped');
    const consumer = publisher('record_store', { planner: { ...planner, concerns: () => false } });
    await logs.apply(consumer, events);
    const [{ day } = { day: '' }] = await publishedDays.list(logs.database.pool);
    const partition = `webhook_dispatcher.published_events_${day.replaceAll('-', '')}`;
    await logs.database.pool.query(`DROP TABLE ${partition}`);
    await expect(logs.applyAsOne(consumer, events)).rejects.toThrow('partition');
    expect(await logs.applyAsOne(consumer, events)).toBe(false);
    await logs.apply(consumer, events);
    expect(await logs.published()).toHaveLength(events.length);
  });

  it('is not published if its deliveries cannot be planned', async () => {
    await logs.register('rec_unplanned', named());
    const broken = { plan: () => Promise.reject(new Error('no')) };
    await expect(
      logs.apply(publisher('record_store', { planner: broken }), await of('rec_unplanned')),
    ).rejects.toThrow('no');
    expect(await logs.published()).toEqual([]);
  });

  it('hands over what was planned in the transaction that was committed, and nothing else', async () => {
    await logs.register('rec_planned', named(), LIFE);
    const events = await of('rec_planned');
    const handedOver: string[] = [];
    let plans = 0;
    const counting = {
      plan: (_: unknown, { length }: readonly PublishedEvent[]) => {
        plans += 1;
        const plan = `plan ${plans}: ${length}`;
        return Promise.resolve(() => handedOver.push(plan));
      },
    };
    const consumer = publisher('record_store', { planner: counting });
    const rolledBack = async () => {
      const undone = inTransaction(logs.database.pool, 'BEGIN', async (client) => {
        await consumer.apply(client, events);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    };
    await rolledBack();
    for (const part of [events.slice(0, 1), events.slice(1)]) {
      await logs.apply(consumer, part);
      consumer.applied?.(part);
    }
    expect(handedOver).toEqual(['plan 2: 1', `plan 3: ${events.length - 1}`]);
    await logs.clear();
    await rolledBack();
    await logs.apply(publisher('record_store'), events);
    await logs.apply(consumer, events);
    consumer.applied?.(events);
    expect(handedOver).toHaveLength(2);
  });

  it('waits until earlier subscriptions are known', async () => {
    const asked: number[] = [];
    const subscribers = (known: boolean) => ({
      catchUp: (wait: number) => {
        asked.push(wait);
        return Promise.resolve(known);
      },
      horizon: () => 0n,
    });
    const waiting = publisher('record_store', { subscribers: subscribers(false) });
    await expect(requirePrepared(waiting)).rejects.toThrow('not ready');
    await requirePrepared(publisher('record_store', { subscribers: subscribers(true) }));
    expect(asked).toHaveLength(2);
  });

  it('is not published while a subscription older than an event may be unknown', async () => {
    await logs.register('rec_later', named());
    const events = await of('rec_later');
    const newest = BigInt(events.at(-1)?.position.tx ?? 0);
    const knowing = (horizon: bigint) => ({ catchUp: () => Promise.resolve(true), horizon: () => horizon });
    const apply = (horizon: bigint) =>
      logs.apply(publisher('record_store', { subscribers: knowing(horizon) }), events);
    await expect(apply(newest)).rejects.toThrow(NotPreparedError);
    expect(await logs.published()).toEqual([]);
    await apply(newest + 1n);
    expect(await logs.published()).toHaveLength(events.length);
  });

  it('takes the same number of queries for every batch', async () => {
    for (let index = 0; index < 60; index += 1) await logs.register(`rec_many_${index}`, named(), LIFE);
    const events = (await logs.events('record_store')).filter(({ stream_id }) =>
      stream_id.startsWith('rec_many_'),
    );
    const count = async (batch: RecordedEvent[]) => {
      await logs.clear();
      return inTransaction(logs.database.pool, 'BEGIN', async (client) => {
        const query = jest.spyOn(client, 'query');
        await publisher('record_store').apply(client, batch);
        const { length } = query.mock.calls;
        query.mockRestore();
        return length;
      });
    };
    const second = events.filter(({ version }) => version > 1);
    expect([await count(events), await count(second)]).toEqual([
      await count(events.slice(0, 1)),
      await count(second.slice(0, 1)),
    ]);
  });
});

describe('the body of an event', () => {
  it('is canonical, and shows the element and its authority unchanged', async () => {
    await publish('rec_shown');
    for (const { body } of await logs.published()) expect(body).toBe(canonicalJson(JSON.parse(body)));
    const [first] = await bodies();
    expect(first?.event).toMatchObject({
      state: 'active',
      record_id: 'rec_shown',
      subject: { type: 'record', id: 'rec_shown', version: 1 },
      evidence: {
        provenance: { origin: 'https://registry.example/"42"\u2029', verified: true },
        authority: {
          id: 'aut_1',
          version: 3,
          state: 'suspended',
          valid_at_event: true,
          valid_now: false,
          valid_until: '2091-01-01T00:00:00.000Z',
          digest: named(3).digest,
        },
      },
    });
    expect(await verified()).toEqual(['1 true', '2 true', '3 true', '4 true']);
  });

  it('tells of its transition, with a reason that hashes to the digest in the element', async () => {
    const [type, state, successor_id] = ['service.record.superseded', 'superseded', 'rec_next'] as const;
    await logs.register('rec_told', named(), [{}, ...LIFE.slice(1, 2), { type, state, successor_id }]);
    await logs.apply(publisher('record_store'), await of('rec_told'));
    const [first, second, third] = (await bodies()).map(({ event }) => event);
    for (const member of ['previous_state', 'reason', 'reason_salt', 'successor_id']) {
      expect(first).not.toHaveProperty(member);
    }
    expect(second).toMatchObject({ previous_state: 'active', state: 'suspended', reason: 'because' });
    expect(second).not.toHaveProperty('successor_id');
    expect(third).toMatchObject({ previous_state: 'suspended', state, successor_id });
    const [element] = second?.evidence.provenance.chain ?? [];
    expect(element?.reason_digest).toBe(digestText(`${second?.reason_salt}\n${second?.reason}`));
  });

  it.each([
    { reason: 'edited' },
    { reason: null },
    { reason_salt: null },
    { reason: null, reason_salt: null },
  ])('tells no reason that was erased or edited: %j', async (change) => {
    const id = `rec_${Object.entries(change).flat().join('_')}`;
    await logs.register(id, named(), LIFE.slice(0, 2));
    const [, suspended] = await of(id);
    const companion = {
      signature: null,
      reason: null,
      reason_salt: null,
      ...suspended?.companion,
      ...change,
    };
    await logs.apply(publisher('record_store'), [{ ...(suspended as RecordedEvent), companion }]);
    const [body] = await bodies();
    expect(body?.event).toMatchObject({ previous_state: 'active', state: 'suspended' });
    for (const member of ['reason', 'reason_salt']) expect(body?.event).not.toHaveProperty(member);
  });

  it('is verified even if the previous element was published long ago', async () => {
    await publish('rec_late', (events) => events.slice(2), named(2));
    expect(await verified()).toEqual(['3 true', '4 true']);
  });

  it.each<[string, (event: RecordedEvent) => RecordedEvent]>([
    ['without a signature', (event) => ({ ...event, companion: null })],
    [
      'signed with an unpublished key',
      (event) => {
        const key = SigningKey.generate('provenance', '2026-01-01T00:00:00.000Z');
        const value = encodeBase64url(key.sign(Buffer.alloc(32)));
        const signature = { key_id: key.keyId, algorithm: 'Ed25519' as const, value };
        return { ...event, companion: { signature, reason: null, reason_salt: null } };
      },
    ],
    ['with other words', (event) => worded(event, 'registry.example', 'elsewhere.example')],
  ])('that is %s is shown as not verified', async (how, change) => {
    const id = `rec_${digestText(how).slice(7, 15)}`;
    await publish(id, (events) => events.slice(0, 2).map((event, at) => (at === 1 ? change(event) : event)));
    expect(await verified()).toEqual(['1 true', '2 false']);
  });

  it('of a row that was forged with the signature of another is shown as not verified', async () => {
    // The service in this process signs and caches the signatures, so that only the bytes can tell.
    await logs.register('rec_genuine', named());
    const [genuine] = (await of('rec_genuine')) as [RecordedEvent];
    await logs.apply(publisher('record_store'), [genuine]);
    const content = { ...(JSON.parse(genuine.element ?? '') as object), record_id: 'rec_forged' };
    await logs.append('record_store', 'rec_forged', [
      {
        stream_id: 'rec_forged',
        event_id: newId('event'),
        type: genuine.type,
        schema_version: 1,
        element: canonicalJson(content),
        data: null,
        companion: genuine.companion,
      },
    ]);
    await logs.apply(publisher('record_store'), await of('rec_forged'));
    expect(await verified()).toEqual(['1 true', '1 false']);
    expect((await bodies())[1]?.event.subject.id).toBe('rec_forged');
  });

  it('is shown as not verified after a changed element, and with an unknown authority', async () => {
    const rogue = (event: RecordedEvent) => worded(event, 'registry', 'rogistry');
    await publish('rec_before', ([one, two]) => [rogue(one as RecordedEvent), two as RecordedEvent]);
    expect(await verified()).toEqual(['1 false', '2 false']);
    await logs.clear();
    const first = (events: RecordedEvent[]) => events.slice(0, 1);
    await publish('rec_unknown', first, { ...named(), digest: digestText('another') });
    await publish('rec_nobody', first, { ...named(), id: 'aut_nobody' });
    expect(await verified()).toEqual(['1 false', '1 false']);
    expect((await bodies())[1]?.event.evidence.authority).toEqual({});
  });

  it('of an authority has its issuer as origin, and shows the authority', async () => {
    await logs.apply(publisher('credential_authority'), await logs.events('credential_authority'));
    const shown = (await bodies()).map(({ event }) => event);
    expect(shown.map(({ type, state }) => [type, state])).toEqual([
      ['service.authority.granted', 'active'],
      ['service.authority.renewed', 'active'],
      ['service.authority.suspended', 'suspended'],
    ]);
    expect(shown[1]?.evidence).toMatchObject({
      authority: { id: 'aut_1', version: 3, valid_at_event: true },
      provenance: { origin: 'Zoë’s "Registry"', verified: true, chain: [{ sequence: 2 }] },
    });
  });

  it('of a credential shows its state; credentials without a project are not published', async () => {
    const at = '2026-02-01T00:00:00.000Z';
    const updated = { type: 'service.credential.updated' as const, name: '', metadata: {}, occurred_at: at };
    const revoked = { type: 'service.credential.revoked' as const, reason: 'leaked', occurred_at: at };
    await logs.issue('crd_own', 'prj_2', updated, revoked);
    await logs.issue('crd_operator', null, revoked);
    const events = (await logs.events('credential_authority')).filter(({ stream_id }) =>
      stream_id.startsWith('crd_'),
    );
    const consumer = publisher('credential_authority');
    // The first event in one batch, the others in another.
    for (const event of events) await logs.apply(consumer, [event]);
    const rows = await logs.published();
    expect(rows.map(({ project_id }) => project_id)).toEqual(['prj_2', 'prj_2']);
    expect((await bodies()).map(({ event }) => event.subject.version)).toEqual([1, 3]);
    expect(rows[1]?.body).not.toContain('leaked');
    expect((await bodies()).map(({ event }) => [event.state, event.evidence])).toEqual([
      ['active', { authority: {}, provenance: {} }],
      ['revoked', { authority: {}, provenance: {} }],
    ]);
  });

  it('of a subscription belongs to its project, and a test goes only to it', async () => {
    const at = '2026-02-01T00:00:00.000Z';
    await logs.say('webhook_dispatcher', 'sub_1', [
      {
        type: 'service.subscription.created',
        subscription_id: 'sub_1',
        project_id: 'prj_3',
        endpoint: 'https://example.com',
        categories: ['record'],
        description: null,
        secret: {},
        created_by: null,
        occurred_at: at,
      } as { type: string },
      { type: 'service.subscription.disabled', cause: 'failing', reason: 'r', occurred_at: at } as {
        type: string;
      },
    ]);
    const request = { request_id: 'dlr_1', subscription_id: 'sub_1', project_id: 'prj_3', occurred_at: at };
    const tested = { type: 'service.subscription.tested', ...request };
    await logs.say('webhook_dispatcher', 'dlr_1', [tested]);
    await logs.apply(publisher('webhook_dispatcher'), await logs.events('webhook_dispatcher'));
    const rows = await logs.published();
    expect(
      rows.map(({ project_id, subject_id, subscription_id }) => [project_id, subject_id, subscription_id]),
    ).toEqual([
      ['prj_3', 'sub_1', null],
      ['prj_3', 'sub_1', 'sub_1'],
    ]);
    const events = (await bodies()).map(({ event }) => event);
    expect(events.map(({ type, state, subject }) => [type, state, subject.version])).toEqual([
      ['service.subscription.disabled', 'disabled', 2],
      ['service.subscription.tested', 'disabled', 2],
    ]);
  });
});

describe('rows that were tampered with', () => {
  it.each<[string, (event: RecordedEvent) => RecordedEvent]>([
    ['invalid JSON', (event) => ({ ...event, element: '{' }) as RecordedEvent],
    ['another subject', (event) => ({ ...event, stream_id: 'rec_other' })],
    ['another form', (event) => worded(event, '"origin":', '"urigin":')],
    ['a strange id', (event) => ({ ...event, event_id: 'evt_1' })],
  ])('to %s do not stop the others', async (how, change) => {
    const [bad, good] = [`rec_bad ${how}`, `rec_good ${how}`];
    await logs.register(bad, named());
    await logs.register(good, named());
    const events = [...(await of(bad)).map(change), ...(await of(good))];
    await logs.apply(publisher('record_store'), events);
    expect((await logs.published()).map(({ subject_id }) => subject_id)).toEqual([good]);
  });
});

describe('days', () => {
  const idOf = (at: number) => {
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    let time = '';
    for (let rest = at, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32)) {
      time = letters.charAt(rest % 32) + time;
    }
    return `evt_${time}${newId('event').slice(14)}`;
  };

  it('within the retention get partitions; older events are not published', async () => {
    await logs.register('rec_days', named());
    const [event] = (await of('rec_days')) as [RecordedEvent];
    const aged = [29, 30, 31, 400].map((days) => ({ ...event, event_id: idOf(Date.now() - days * DAY) }));
    await logs.apply(publisher('record_store'), aged);
    expect((await logs.published()).map(({ event_id }) => event_id)).toEqual(
      aged.slice(0, 2).map(({ event_id }) => event_id),
    );
  });

  it('past the retention are dropped, and the last dropped position is stored', async () => {
    await logs.register('rec_over', named());
    const [event] = (await of('rec_over')) as [RecordedEvent];
    const [gone, stays] = [20, 3].map((days) => ({ ...event, event_id: idOf(Date.now() - days * DAY) }));
    await logs.apply(publisher('record_store'), [gone as RecordedEvent]);
    await logs.apply(publisher('record_store'), [stays as RecordedEvent]);
    const { pool } = logs.database;
    const places = await pool.query(
      'SELECT tx, pos FROM webhook_dispatcher.published_events ORDER BY tx, pos',
    );
    const [one, other] = await Promise.all([
      dropPublishedDays(pool, 10, Date.now()),
      dropPublishedDays(pool, 10, Date.now()),
    ]);
    expect([...one, ...other]).toContain(dayOf(Date.now() - 20 * DAY));
    expect((await logs.published()).map(({ event_id }) => event_id)).toEqual([stays?.event_id]);
    const floor = await pool.query('SELECT tx, pos FROM webhook_dispatcher.published_floor');
    expect(floor.rows).toEqual([places.rows[0]]);
    const first = dayOf(Date.now() - 10 * DAY);
    expect((await publishedDays.list(pool)).every(({ day }) => day >= first)).toBe(true);
  });

  it('that were dropped get partitions again, though an earlier batch had found them', async () => {
    await logs.register('rec_again', named());
    const [event] = (await of('rec_again')) as [RecordedEvent];
    const consumer = publisher('record_store');
    const publishNext = () => {
      return logs.apply(consumer, [{ ...event, event_id: idOf(Date.now() - 5 * DAY) } as RecordedEvent]);
    };
    await publishNext();
    await publishNext();
    await dropPublishedDays(logs.database.pool, 1, Date.now());
    await expect(publishNext()).rejects.toThrow('no partition');
    await publishNext();
    expect(await logs.published()).toHaveLength(1);
  });
});
