import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { atEpoch, type RecordedEvent } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { arrived, garbled } from '../../testing/arrived.js';
import { applied, appliedSql, replica } from '../../testing/counting-consumer.js';
import { FakeKafka } from '../../testing/fake-kafka.js';
import { append, freshLogForEachTest } from '../../testing/fresh-log.js';
import { testAuthenticator } from '../../testing/test-authenticator.js';
import type { Message, ReceivedMessage } from '../connection/port.js';
import { DeadLetters } from '../dead-letters.js';
import { eventMessage, heartbeatMessage } from '../event-message.js';
import { KafkaNames } from '../kafka-names.js';
import { Announcements } from './announcements.js';
import { DatabaseClock } from './database-clock.js';
import { FoldFollowing } from './fold-following.js';
import { SharedFollowing } from './shared-following.js';

const fresh = freshLogForEachTest();
const names = new KafkaNames('', 'development');
const [TOPIC = ''] = names.eventsOf('record_store');
const logger = createLogger('silent');
const identity = { epoch: 1, beat: '1' };
/** Beyond every transaction of the test's database. */
const FAR = 9_007_199_254_740_993n;

const messages = testAuthenticator();
const intruder = testAuthenticator();
let kafka: FakeKafka;
let stop: () => Promise<unknown>;
let offset = 0;

beforeEach(() => {
  kafka = new FakeKafka(2);
});
afterEach(() => stop());

const at = (message: Message): ReceivedMessage => arrived(message, `${(offset += 1)}`);
const genuine = (message: Message) => at(messages.sign(TOPIC, message));
const heartbeat = (horizon: bigint, partition: number, epoch = 1) =>
  heartbeatMessage({ horizon: `${horizon}`, at: Date.now(), identity: { epoch, beat: '1' } }, partition);

/** Appends to a stream; answers its events as a relay publishes them. */
async function written(streamId: string, count = 1): Promise<Message[]> {
  await append(fresh.store, streamId, 0, count);
  const events = atEpoch(await fresh.log.readAfter(new Map([[streamId, 0]])), 1);
  return events.map((event) => eventMessage(event, identity));
}

/** An event that nobody appended. */
function invented(stream_id: string, epoch = 1): Message {
  const content = {
    type: 'service.record.revoked',
    schema_version: 1,
    element: null,
    data: {},
    companion: null,
  };
  const position = { epoch, tx: '1', pos: '1' };
  const event: RecordedEvent = { ...content, stream_id, version: 1, event_id: 'evt_forged', position };
  return eventMessage(event, { epoch, beat: '1' });
}

/** What an intruder without the key can put into the topic. */
const forged = (message: Message): ReceivedMessage[] => [
  at(message),
  at(intruder.sign(TOPIC, message)),
  at(messages.sign('development.credential.events', message)),
  garbled(at(messages.sign(TOPIC, message)), {}, { identity: Buffer.from('7/1') }),
];

describe('a fold', () => {
  let folded: string[];
  let resets: number;
  let fold: FoldFollowing;
  beforeEach(async () => {
    [folded, resets] = [[], 0];
    const clock = new DatabaseClock(fresh.database.pool, logger);
    fold = new FoldFollowing({
      kafka,
      names,
      log: 'record_store',
      messages,
      source: fresh.log,
      clock,
      logger,
      fold: {
        take: ({ stream_id, version }) => void folded.push(`${stream_id}/${version}`),
        reset: () => void (resets += 1),
      },
    });
    stop = () => Promise.all([fold.stop(), clock.stop()]);
    await fold.start();
  });

  it('takes no forged event, raises no forged epoch, and goes on behind them', async () => {
    const [event] = await written('a');
    await kafka.deliver(TOPIC, [...forged(invented('b')), ...forged(invented('b', 9))]);
    await kafka.deliver(TOPIC, [genuine(event as Message)]);
    expect([folded, resets]).toEqual([['a/1'], 0]);
    expect(kafka.resolved.get(`${TOPIC}/0`)).toBe(`${offset}`);
  });

  it('believes no forged horizon, nor one of another partition', async () => {
    const one = genuine(heartbeat(FAR, 0));
    await kafka.deliver(TOPIC, [one], 0);
    await kafka.deliver(TOPIC, forged(heartbeat(FAR, 1)), 1);
    await kafka.deliver(TOPIC, [one], 1);
    expect(fold.horizon()).toBeLessThan(FAR);
    await eventually(async () => {
      // The log was read after the messages that were ignored.
      await kafka.deliver(TOPIC, [genuine(heartbeat(FAR, 1))], 1);
      expect(fold.horizon()).toBe(FAR);
    });
    await kafka.deliver(TOPIC, [genuine(heartbeat(FAR - 1n, 0))], 0);
    expect(fold.horizon()).toBe(FAR);
  });

  it('takes from the log what a relay published without a valid code', async () => {
    const [event] = await written('a');
    await kafka.deliver(TOPIC, [at(event as Message), genuine(heartbeat(FAR, 0))], 0);
    await kafka.deliver(TOPIC, [genuine(heartbeat(FAR, 1))], 1);
    expect(fold.horizon()).toBeLessThan(FAR);
    await eventually(() => expect(folded).toEqual(['a/1']));
  });
});

describe('shared tables', () => {
  let shared: SharedFollowing;
  beforeEach(async () => {
    await fresh.database.pool.query(appliedSql(fresh.schema));
    const clock = new DatabaseClock(fresh.database.pool, logger);
    shared = new SharedFollowing({
      pool: fresh.database.pool,
      kafka,
      names,
      log: 'record_store',
      messages,
      source: fresh.log,
      clock,
      consumer: replica(fresh.database.pool, fresh.log).consumer,
      deadLetters: new DeadLetters(kafka, names),
      logger,
    });
    stop = () => Promise.all([shared.stop(), clock.stop()]);
    await shared.start();
  });
  const seen = () => applied(fresh.database.pool, fresh.schema);
  const stored = async () => {
    const { rows } = await fresh.database.pool.query<{ horizon: string; epoch: number }>(
      `SELECT max(horizon)::text AS horizon, max(epoch) AS epoch FROM ${fresh.schema}.partition_positions`,
    );
    return rows[0];
  };

  it('take no forged event, raise no forged epoch, and go on behind them', async () => {
    const [event] = await written('a');
    const intrusion = [
      ...forged(invented('b')),
      ...forged(invented('b', 9)),
      ...forged(heartbeat(FAR, 0, 9)),
    ];
    await kafka.deliver(TOPIC, [...intrusion, genuine(event as Message)]);
    expect(await seen()).toEqual(['a/1']);
    expect(await stored()).toMatchObject({ epoch: 1 });
    expect(kafka.resolved.get(`${TOPIC}/0`)).toBe(`${offset}`);
    expect(kafka.sentTo(names.deadLetters)).toEqual([]);
  });

  it('store no horizon behind a message that is ignored, until the log was read', async () => {
    const [event] = await written('a');
    const [other] = await written('b');
    const behind = [genuine(other as Message), genuine(heartbeat(FAR, 0))];
    await kafka.deliver(TOPIC, [at(event as Message), ...behind]);
    expect(BigInt((await stored())?.horizon ?? 0)).toBeLessThan(FAR);
    await eventually(async () => expect((await seen()).sort()).toEqual(['a/1', 'b/1']));
    await eventually(async () => {
      await kafka.deliver(TOPIC, [genuine(heartbeat(FAR, 0))]);
      expect(await stored()).toMatchObject({ horizon: `${FAR}` });
    });
  });
});

describe('announcements', () => {
  it('are of no forged event, and begin again behind one', async () => {
    const announced: string[] = [];
    const announcements = new Announcements({
      kafka,
      names,
      log: 'record_store',
      messages,
      source: fresh.log,
      logger,
      announced: (streamId, version) => void announced.push(`${streamId}/${version}`),
    });
    stop = () => announcements.stop();
    await announcements.start();
    const current = async () => {
      for (const partition of [0, 1])
        await kafka.deliver(TOPIC, [genuine(heartbeat(FAR, partition))], partition);
      expect(announcements.span().below).toBe(FAR);
    };
    await eventually(current);
    await kafka.deliver(TOPIC, forged(invented('a', 9)));
    expect(announcements.span()).toEqual({ from: 0n, below: 0n });
    await kafka.deliver(TOPIC, [genuine(invented('b'))]);
    expect(announced).toEqual(['b/1']);
    await eventually(current);
  });
});
