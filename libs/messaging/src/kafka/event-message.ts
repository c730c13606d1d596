import type { LogIdentity, RecordedEvent } from '@service/event-store';
import type { MessageAuthenticator } from './authentication/message-authenticator.js';
import type { Message, MessageHeaders, ReceivedMessage } from './connection/port.js';
import { headerText } from './headers.js';
import type { TopicPartition } from './topic-partitions.js';

/** Sent by a relay every half second in every partition, which distinguishes an idle feed from a dead one. */
export interface Heartbeat {
  /** All events of transactions below this id precede the heartbeat. */
  horizon: string;
  /** Everything committed until then precedes the heartbeat: milliseconds since 1970 of the database's clock. */
  at: number;
  identity: LogIdentity;
}

/**
 * A message of an event topic; an `unreadable` one cannot have been written by this release, and an `ignored` one is not
 * authentic.
 */
export type FeedMessage = { epoch: number; offset: string } & (
  | { kind: 'event'; event: RecordedEvent }
  | { kind: 'heartbeat'; heartbeat: Heartbeat }
  | { kind: 'unreadable'; cause: string }
  | { kind: 'ignored' }
);

/** The message of an event: the key is its aggregate; headers hold what routers and tracers need. */
export function eventMessage(event: RecordedEvent, { epoch, beat }: LogIdentity): Message {
  const { position, stream_id, traceparent, ...content } = event;
  return {
    key: stream_id,
    value: JSON.stringify(content),
    headers: {
      event_id: event.event_id,
      type: event.type,
      schema_version: `${event.schema_version}`,
      version: `${event.version}`,
      position: `${position.tx}/${position.pos}`,
      identity: `${epoch}/${beat}`,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
}

/** The message of a heartbeat, which is authentic in its own partition only. */
export function heartbeatMessage({ horizon, at, identity }: Heartbeat, partition: number): Message {
  return {
    key: null,
    partition,
    value: null,
    headers: {
      heartbeat: `${horizon}/${at}`,
      identity: `${identity.epoch}/${identity.beat}`,
      partition: `${partition}`,
    },
  };
}

/** The identity in a message of an event topic; null where it has none. */
export function identityOf({ headers }: Pick<ReceivedMessage, 'headers'>): LogIdentity | null {
  const found = /^(\d+)\/(\d+)$/.exec(headerText(headers, 'identity'));
  return found === null ? null : { epoch: Number(found[1]), beat: found[2] as string };
}

/** Reads a message of a partition, unless it is not authentic. */
export function readAuthentic(
  messages: MessageAuthenticator,
  place: TopicPartition,
  message: ReceivedMessage,
): FeedMessage {
  if (messages.accepts(place, message)) return readFeedMessage(message);
  return { kind: 'ignored', epoch: 0, offset: message.offset };
}

export function readFeedMessage(message: ReceivedMessage): FeedMessage {
  const { offset, key, value, headers } = message;
  const identity = identityOf(message);
  if (identity === null)
    return { kind: 'unreadable', cause: 'The message has no identity.', epoch: 0, offset };
  const { epoch } = identity;
  const heartbeat = readHeartbeat(message);
  if (heartbeat !== null) return { kind: 'heartbeat', heartbeat, epoch, offset };
  const event = readEvent(key, value, headers, epoch);
  return event === null
    ? { kind: 'unreadable', cause: 'The message is not a valid event.', epoch, offset }
    : { kind: 'event', event, epoch, offset };
}

/** Reads a heartbeat; null for any other message. */
export function readHeartbeat(message: Pick<ReceivedMessage, 'headers'>): Heartbeat | null {
  const beat = /^(\d+)\/(\d+)$/.exec(headerText(message.headers, 'heartbeat'));
  const identity = identityOf(message);
  if (beat === null || identity === null) return null;
  return { horizon: beat[1] as string, at: Number(beat[2]), identity };
}

function readEvent(
  key: Buffer | null,
  value: Buffer | null,
  headers: MessageHeaders | undefined,
  epoch: number,
): RecordedEvent | null {
  const position = /^(\d+)\/(\d+)$/.exec(headerText(headers, 'position'));
  if (key === null || value === null || position === null) return null;
  const [, tx, pos] = position;
  const traceparent = headerText(headers, 'traceparent');
  try {
    const content = JSON.parse(value.toString('utf8')) as Omit<RecordedEvent, 'position' | 'stream_id'>;
    if (!Number.isInteger(content.version) || content.version < 1 || typeof content.type !== 'string')
      return null;
    return {
      ...content,
      ...(traceparent === '' ? {} : { traceparent }),
      stream_id: key.toString('utf8'),
      position: { epoch, tx, pos },
    } as RecordedEvent;
  } catch {
    return null;
  }
}

/** The parts of an event that caches of its stream need. */
interface Announcement {
  streamId: string;
  version: number;
  /** Id of the transaction that wrote the event. */
  transaction: bigint;
}

/** Reads which event a message carries, without parsing the event; null for any other message. */
export function readAnnouncement({
  key,
  headers,
}: Pick<ReceivedMessage, 'key' | 'headers'>): Announcement | null {
  const version = Number(headerText(headers, 'version'));
  const tx = /^(\d+)\//.exec(headerText(headers, 'position'))?.[1];
  return key === null || tx === undefined || !Number.isInteger(version) || version < 1
    ? null
    : { streamId: key.toString('utf8'), version, transaction: BigInt(tx) };
}
