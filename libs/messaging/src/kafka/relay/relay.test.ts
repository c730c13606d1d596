import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore, ownedLogSql } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { FakeKafka } from '../../testing/fake-kafka.js';
import { FakeTracer } from '../../testing/fake-tracer.js';
import { testAuthenticator } from '../../testing/test-authenticator.js';
import { heartbeatMessage, readHeartbeat } from '../event-message.js';
import { KafkaNames } from '../kafka-names.js';
import { Relay } from './relay.js';

const names = new KafkaNames('', 'development');
const TOPIC = names.events('record');
const messages = testAuthenticator();
const intruder = testAuthenticator();
const heartbeat = (epoch: number, beat: string) =>
  heartbeatMessage({ horizon: '1', at: 1, identity: { epoch, beat } }, 0);

const database = databaseOfFile();
let kafka: FakeKafka;
let relay: Relay;
let tracer: FakeTracer;

beforeEach(async () => {
  await database.pool.query('DROP SCHEMA IF EXISTS record_store, record_store_published CASCADE');
  await database.pool.query('CREATE SCHEMA record_store');
  for (const statement of ownedLogSql('record_store')) await database.pool.query(statement);
  kafka = new FakeKafka();
  const logger = createLogger('silent');
  tracer = new FakeTracer();
  relay = new Relay({
    pool: database.pool,
    kafka,
    names,
    log: 'record_store',
    messages,
    logger,
    tracer,
  });
});
afterEach(() => relay.end());

/** The identity of the first heartbeat that the relay sends. */
async function identity(): Promise<{ epoch: number; beat: bigint }> {
  const before = kafka.sentTo(TOPIC).length;
  await relay.begin(null);
  const { epoch, beat } = (await firstHeartbeat(before)).identity;
  return { epoch, beat: BigInt(beat) };
}

/** The first heartbeat that is sent after so many messages. */
function firstHeartbeat(before = 0) {
  return eventually(() => {
    const [sent] = kafka.sentTo(TOPIC).slice(before);
    const read = sent === undefined ? null : readHeartbeat(sent);
    if (sent === undefined || read === null) throw new Error('There is no heartbeat yet.');
    expect(messages.objectionTo({ topic: TOPIC, partition: 0 }, sent)).toBeNull();
    return read;
  });
}

describe('a relay that begins', () => {
  it('believes the last identity in its topic, which shows that the database went back in time', async () => {
    kafka.sent.push({ topic: TOPIC, messages: [messages.sign(TOPIC, heartbeat(3, '900'))] });
    expect((await identity()).epoch).toBe(4);
  });

  it('believes no forged identity, finds the last one before it, and no older one that is sent again', async () => {
    const genuine = [heartbeat(3, '900'), heartbeat(1, '800')].map((each) => messages.sign(TOPIC, each));
    const forged = Array.from({ length: 100 }, () => intruder.sign(TOPIC, heartbeat(70, '1')));
    kafka.sent.push({ topic: TOPIC, messages: [...genuine, heartbeat(80, '1'), ...forged] });
    expect((await identity()).epoch).toBe(4);
  });

  it('begins at the first epoch where all of its topic is forged', async () => {
    kafka.sent.push({
      topic: TOPIC,
      messages: [heartbeat(80, '1'), intruder.sign(TOPIC, heartbeat(70, '1'))],
    });
    expect((await identity()).epoch).toBe(1);
  });
});

it('a relay that has not reached the end of the log sends no heartbeat', async () => {
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE record_store.events IN ACCESS EXCLUSIVE MODE');
  const began = Date.now();
  await relay.begin(null);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'record_store.events'::regclass`,
    );
    expect(rows).toHaveLength(1);
  });
  // Time for more than a heartbeat's statements.
  for (let count = 0; count < 50; count += 1) await database.pool.query('SELECT');
  await client.query('ROLLBACK');
  client.release();
  const { at, horizon } = await firstHeartbeat();
  expect(at).toBeGreaterThanOrEqual(began);
  expect(BigInt(horizon)).toBeGreaterThan(0n);
});

it('a relay publishes each event in the trace of its request', async () => {
  const event = {
    stream_id: 'rec_1',
    event_id: 'evt_1',
    type: 'service.record.registered',
    schema_version: 1,
    element: '{}',
    data: null,
    companion: null,
  };
  const traceparent = '00-1-1-01';
  await new EventStore(database.pool, 'record_store').append({
    streams: [{ stream_id: 'rec_1', expected: 0 }],
    events: [event],
    claims: [],
    traceparent,
  });
  await relay.begin(null);
  await eventually(() => expect(tracer.ends).toEqual([null]));
  expect(tracer.begun).toMatchObject([
    { start: { name: 'publish record_store', kind: 'producer' }, before: { event_id: 'evt_1', traceparent } },
  ]);
});
