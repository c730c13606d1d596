import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { EventAuthentication, isForged, type RecordedEvent } from '@service/event-store';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import type { PoolClient } from 'pg';
import type { SharedConsumer } from '../../events/event-feed.js';
import { eventMessage, readFeedMessage } from '../event-message.js';
import { checkedConsumer, checkedFold } from './checked-events.js';

const key = AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;
const authentication = new EventAuthentication(new AuthenticationKeys([key]), () => undefined);

/** An event as it arrives from a topic. */
function arrived(changes: Partial<RecordedEvent> = {}): RecordedEvent {
  const event = {
    stream_id: 'prj_1',
    version: 1,
    event_id: 'evt_1',
    type: 'service.project.suspended',
    schema_version: 1,
    element: null,
    data: { type: 'service.project.suspended' },
    companion: null,
    position: { epoch: 1, tx: '1', pos: '1' },
  } as RecordedEvent;
  const sent = { ...event, mac: authentication.codeOf(event), ...changes } as RecordedEvent;
  const { key: id, value, headers } = eventMessage(sent, { epoch: 1, beat: '1' });
  const message = { key: Buffer.from(String(id)), value: Buffer.from(String(value)), headers, offset: '0' };
  const read = readFeedMessage(message as never);
  if (read.kind !== 'event') throw new Error(`It was read as ${read.kind}.`);
  return read.event;
}

const changed: Partial<RecordedEvent>[] = [
  { type: 'service.project.resumed' },
  { version: 2 },
  { stream_id: 'prj_2' },
  { mac: 'forged' },
  { schema_version: 99 },
];

describe('an event from a topic', () => {
  it('reaches a fold with its content, where its owner wrote it', () => {
    const taken: RecordedEvent[] = [];
    const fold = checkedFold({ take: (event) => taken.push(event), reset: () => undefined }, authentication);
    fold.take(arrived());
    for (const changes of changed) fold.take(arrived(changes));
    expect(taken.map(isForged)).toEqual([false, ...changed.map(() => true)]);
  });

  it('reaches a consumer likewise, and its other methods keep their object', async () => {
    const taken: RecordedEvent[] = [];
    class Tables implements SharedConsumer {
      readonly name = 'tables';
      readonly schema = 'app';
      readonly repeatable = true;
      wasMoved = false;
      apply(_: PoolClient, events: RecordedEvent[]): Promise<void> {
        taken.push(...events);
        return Promise.resolve();
      }
      moved(): void {
        this.wasMoved = true;
      }
    }
    const tables = new Tables();
    const consumer = checkedConsumer(tables, authentication);
    await consumer.apply({} as PoolClient, [arrived(), ...changed.map((changes) => arrived(changes))]);
    consumer.moved?.();
    expect(taken.map(isForged)).toEqual([false, ...changed.map(() => true)]);
    expect([tables.wasMoved, consumer.name, await consumer.prepare?.()]).toEqual([true, 'tables', true]);
  });
});
