import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@service/event-store';
import {
  eventMessage,
  heartbeatMessage,
  identityOf,
  readAnnouncement,
  readFeedMessage,
} from './event-message.js';
import { arrived, garbled } from '../testing/arrived.js';

const identity = { epoch: 3, beat: '9007199254740993' };
const data: RecordedEvent = {
  stream_id: 'prj_1',
  version: 4,
  event_id: 'evt_1',
  type: 'service.project.renamed',
  schema_version: 2,
  element: null,
  data: { name: 'Ä “name”' },
  companion: null,
  position: { epoch: 1, tx: '9007199254740995', pos: '9007199254740997' },
};
const element: RecordedEvent = {
  ...data,
  stream_id: 'rec_1',
  type: 'service.record.revoked',
  element: '{"digest":"sha256:1","sequence":4}',
  data: null,
  companion: {
    signature: { key_id: 'key', algorithm: 'Ed25519', value: 'ed25519:1' },
    reason: 'Reported.',
    reason_salt: 'salt',
  },
};

describe('an event over Kafka', () => {
  it.each([
    ['data', data],
    ['an element and its companion', element],
    ['the trace of its request', { ...data, traceparent: '00-1-2-01' }],
  ])('arrives unchanged, under the epoch of its relay: with %s', (_, event) => {
    expect(readFeedMessage(arrived(eventMessage(event, identity)))).toEqual({
      kind: 'event',
      epoch: 3,
      offset: '7',
      event: { ...event, position: { ...event.position, epoch: 3 } },
    });
  });

  it('stays in order with its aggregate’s others, by its key', () => {
    expect(eventMessage(element, identity).key).toBe('rec_1');
  });

  it('shows its aggregate and version in its headers', () => {
    const message = { ...arrived(eventMessage(element, identity)), value: null };
    expect(readAnnouncement(message)).toMatchObject({
      streamId: 'rec_1',
      version: 4,
      transaction: BigInt(element.position.tx),
    });
  });
});

describe('a heartbeat', () => {
  const heartbeat = { horizon: '9007199254740999', at: 1_760_000_000_123, identity };

  it('arrives unchanged, in the partition that it was sent to', () => {
    const message = heartbeatMessage(heartbeat, 5);
    expect(message.partition).toBe(5);
    expect(readFeedMessage(arrived(message))).toEqual({
      kind: 'heartbeat',
      heartbeat,
      epoch: 3,
      offset: '7',
    });
  });

  it('announces no event', () => {
    expect(readAnnouncement(arrived(heartbeatMessage(heartbeat, 5)))).toBeNull();
  });
});

describe('the identity of a log', () => {
  it('is on every message of its topics', () => {
    expect(identityOf(arrived(eventMessage(data, identity)))).toEqual(identity);
    const beat = heartbeatMessage({ horizon: '1', at: 1, identity }, 0);
    expect(identityOf(arrived(beat))).toEqual(identity);
  });

  it.each([undefined, '', '3', '3/', '/1', '-3/1', '3/1/1', 'three/1'])('is not read from %j', (header) => {
    const headers = header === undefined ? {} : { identity: header };
    expect(identityOf({ headers })).toBeNull();
  });
});

describe('an unreadable message', () => {
  const sound = arrived(eventMessage(data, identity));
  const unreadable = (epoch: number) =>
    expect.objectContaining({ kind: 'unreadable', cause: expect.any(String), epoch, offset: '7' });

  it.each([
    ['without headers', garbled(sound, { headers: undefined })],
    ['without an identity', garbled(sound, {}, { identity: undefined })],
    ['with another identity', garbled(sound, {}, { identity: 'other' })],
  ])('is unreadable and has no epoch: %s', (_, message) => {
    expect(readFeedMessage(message)).toEqual(unreadable(0));
  });

  it.each([
    ['without a key', garbled(sound, { key: null })],
    ['without a value', garbled(sound, { value: null })],
    ['whose value is no JSON', garbled(sound, { value: Buffer.from('{') })],
    ['whose value is null', garbled(sound, { value: Buffer.from('null') })],
    ['whose value is a list', garbled(sound, { value: Buffer.from('[]') })],
    ['whose value has no version', garbled(sound, { value: Buffer.from('{"type":"a"}') })],
    ['whose version is none', garbled(sound, { value: Buffer.from('{"type":"a","version":0}') })],
    ['whose value has no type', garbled(sound, { value: Buffer.from('{"version":1}') })],
    ['without a position', garbled(sound, {}, { position: undefined })],
    ['with half a position', garbled(sound, {}, { position: '12' })],
    ['with a position of no numbers', garbled(sound, {}, { position: 'a/b' })],
    ['with a heartbeat of no numbers', garbled(sound, { value: null }, { heartbeat: 'a/b' })],
  ])('is unreadable and has its epoch: %s', (_, message) => {
    expect(readFeedMessage(message)).toEqual(unreadable(3));
  });

  it.each([
    ['without a key', garbled(sound, { key: null })],
    ['without a version', garbled(sound, {}, { version: undefined })],
    ['with a version of no number', garbled(sound, {}, { version: 'four' })],
    ['with no whole version', garbled(sound, {}, { version: '1.5' })],
    ['with a version before the first', garbled(sound, {}, { version: '0' })],
  ])('announces nothing: %s', (_, message) => {
    expect(readAnnouncement(message)).toBeNull();
  });
});
