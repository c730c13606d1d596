import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { freshLogForEachTest } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { authenticDataOf, dataOf } from './data-events.js';
import { EventAuthentication, isForged } from './event-authentication.js';
import { EventLog } from './event-log.js';
import { EventStore } from './event-store.js';
import { BEGINNING } from './position.js';

const newKey = () => AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;
const keys = new AuthenticationKeys([newKey()]);

const log = freshLogForEachTest();
let alarms: { stream_id: string; version: number }[];
let store: EventStore;
beforeEach(() => {
  alarms = [];
  store = storeWith(keys);
});

function storeWith(ring: AuthenticationKeys): EventStore {
  const authentication = new EventAuthentication(ring, (event) => alarms.push(event));
  return new EventStore(log.database.pool, log.schema, authentication);
}

const append = (expected: number, ...data: object[]) =>
  store.append({
    streams: [{ stream_id: 'a', expected }],
    events: data.map((each) => newEvent('a', each)),
    claims: [],
  });

/** What somebody changes who may do everything in the database. */
async function tamper(statement: string): Promise<void> {
  const events = `${log.schema}.events`;
  await log.database.pool.query(
    `ALTER TABLE ${events} DISABLE TRIGGER ALL; ${statement.replaceAll('EVENTS', events)}`,
  );
}

describe('an event with data', () => {
  it('is its owner’s as it is read back, whatever its data', async () => {
    const data = [
      { b: 1, a: { d: [1.5, 1e21, -0, 1e-7], c: null }, undefined },
      { text: '  \u2028 é 😀 \\ " \u0001', '': {}, z: [], 10: 'x', 9: 'y' },
    ];
    await append(0, ...data);
    const { events } = await store.read('a');
    expect(events.map(isForged)).toEqual([false, false]);
    expect(events.map((event) => event.data)).toEqual(data.map((each) => JSON.parse(JSON.stringify(each))));
    expect(alarms).toEqual([]);
  });

  it.each([
    ['data', `UPDATE EVENTS SET data = data || '{"n":7}' WHERE version = 2`],
    ['type', `UPDATE EVENTS SET type = 'thing.made' WHERE version = 2`],
    ['id', `UPDATE EVENTS SET event_id = 'evt_x' WHERE version = 2`],
    ['schema version', 'UPDATE EVENTS SET schema_version = 0 WHERE version = 2'],
    ['schema version of a later release', 'UPDATE EVENTS SET schema_version = 99 WHERE version = 2'],
    ['number beyond all limits', `UPDATE EVENTS SET data = '{"n":1e400}' WHERE version = 2`],
    ['missing code', 'UPDATE EVENTS SET mac = NULL WHERE version = 2'],
    [
      'code of another event',
      'UPDATE EVENTS SET mac = (SELECT mac FROM EVENTS WHERE version = 1) WHERE version = 2',
    ],
    [
      'place in the stream',
      'UPDATE EVENTS SET version = version + 2; UPDATE EVENTS SET version = 5 - version',
    ],
  ])('is forged with another %s: readers get nothing of it, and an alarm', async (_, statement) => {
    await append(0, { n: 1 }, { n: 2 });
    await tamper(statement);
    const stream = await store.read('a');
    const forged = stream.events.filter(isForged);
    expect(forged.length).toBeGreaterThan(0);
    for (const event of forged) {
      expect(JSON.stringify(event.data)).not.toContain('"n"');
      expect(event.companion).toBeNull();
    }
    expect(alarms).toContainEqual(expect.objectContaining({ stream_id: 'a', version: forged[0]?.version }));
    expect(() => dataOf(stream)).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
    expect(authenticDataOf(stream)).toHaveLength(stream.events.length - forged.length);
  });

  it('is forged as an element, which would need no code', async () => {
    await append(0, { n: 1 });
    await tamper('UPDATE EVENTS SET element = data::text, data = NULL, mac = NULL');
    expect((await store.read('a')).events.map(isForged)).toEqual([true]);
  });

  it('is read as it was written where nothing checks it, whatever its version', async () => {
    await append(0, { n: 1 });
    await tamper('UPDATE EVENTS SET schema_version = 99');
    const { events } = await new EventLog(log.database.pool, log.schema).readAll(BEGINNING, 10);
    expect(events).toMatchObject([{ schema_version: 99, data: { n: 1 } }]);
  });

  it('is forged in another stream', async () => {
    await append(0, { n: 1 });
    await tamper(`INSERT INTO EVENTS (stream_id, version, event_id, type, schema_version, data, mac)
      SELECT 'b', 1, event_id || 'b', type, schema_version, data, mac FROM EVENTS`);
    const { events } = await new EventLog(
      log.database.pool,
      log.schema,
      new EventAuthentication(keys, () => undefined),
    ).readAll(BEGINNING, 10);
    expect(events.map((event) => [event.stream_id, isForged(event)])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it('is forged under keys that its owner does not have, and its owner’s under a rotated one', async () => {
    await append(0, { n: 1 });
    const readWith = async (ring: AuthenticationKeys) =>
      (await storeWith(ring).read('a')).events.map(isForged);
    expect(await readWith(new AuthenticationKeys([newKey()]))).toEqual([true]);
    const before = newKey();
    store = storeWith(new AuthenticationKeys([before]));
    await append(1, { n: 2 });
    expect(await readWith(new AuthenticationKeys([newKey(), before]))).toEqual([true, false]);
  });

  it('that is missing from its stream stops decisions on it', async () => {
    await append(0, { n: 1 }, { n: 2 }, { n: 3 });
    await tamper('DELETE FROM EVENTS WHERE version = 2');
    const stream = await store.read('a');
    expect(() => dataOf(stream)).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
  });
});

describe('an element', () => {
  it('has no code, and needs none', async () => {
    const element = newEvent('a', {}, { element: '{}', data: null, type: 'service.record.registered' });
    await store.append({ streams: [{ stream_id: 'a', expected: 0 }], events: [element], claims: [] });
    const [event] = (await store.read('a')).events;
    expect(event).toMatchObject({ element: '{}', type: 'service.record.registered' });
    expect(event).not.toHaveProperty('mac');
    expect(alarms).toEqual([]);
  });
});

describe('an element of a key', () => {
  const text = (purpose: string) =>
    `{"key_id":"a","purpose":"${purpose}","sequence":1,"type":"service.key.published"}`;
  const ofKey = (stream: string, members: object = {}) =>
    newEvent(stream, {}, { element: text('answer'), data: null, type: 'service.key.published', ...members });
  const appendTo = (stream: string, members: object = {}) =>
    store.append({
      streams: [{ stream_id: stream, expected: 0 }],
      events: [ofKey(stream, members)],
      claims: [],
    });

  it('has a code over its text, and is its owner’s as it is read back', async () => {
    await appendTo('key_a');
    const [event] = (await store.read('key_a')).events;
    expect(event).toMatchObject({ element: text('answer'), type: 'service.key.published' });
    expect(event?.mac).toEqual(expect.any(String));
    expect(alarms).toEqual([]);
  });

  it.each([
    ['with another text', `UPDATE EVENTS SET element = replace(element, 'answer', 'provenance')`],
    ['without a code', 'UPDATE EVENTS SET mac = NULL'],
    ['as data', 'UPDATE EVENTS SET data = to_jsonb(element), element = NULL'],
    ['with another id', `UPDATE EVENTS SET event_id = 'evt_x'`],
    ['in the stream of another key', `UPDATE EVENTS SET stream_id = 'key_b'`],
    ['as another element of its stream', `UPDATE EVENTS SET type = 'service.authority.granted', mac = NULL`],
    ['in a stream that is no key’s, without a code', `UPDATE EVENTS SET stream_id = 'aut_1', mac = NULL`],
  ])('is forged %s', async (_, statement) => {
    await appendTo('key_a');
    await tamper(statement);
    const { events } = await new EventLog(
      log.database.pool,
      log.schema,
      new EventAuthentication(keys, (event) => alarms.push(event)),
    ).readAll(BEGINNING, 10);
    expect(events.map(isForged)).toEqual([true]);
    expect(alarms).toHaveLength(1);
  });
});
