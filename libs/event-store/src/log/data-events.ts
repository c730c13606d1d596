import { UnavailableError, newId } from '@service/contracts';
import { isForged } from './event-authentication.js';
import type { LoadedStream } from './event-store.js';
import type { NewEvent } from './events.js';

/** New events of an aggregate without elements: the data of the aggregate, in schema version 1. */
export function newDataEvents(streamId: string, events: readonly { type: string }[]): NewEvent[] {
  return events.map((event) => ({
    stream_id: streamId,
    event_id: newId('event'),
    type: event.type,
    schema_version: 1,
    element: null,
    data: event,
    companion: null,
  }));
}

/**
 * The data of a stream's events, oldest first.
 * @throws UnavailableError where an event is not the owner's, or is missing: it may have been a revocation.
 */
export function dataOf<Event>(stream: LoadedStream): Event[] {
  if (!isWhole(stream)) {
    throw new UnavailableError({ cause: 'events_not_authentic', id: stream.events[0]?.stream_id ?? '' });
  }
  return authenticDataOf<Event>(stream);
}

/** The data of a stream's authentic events, for decisions that nothing unauthentic can prevent. */
export function authenticDataOf<Event>(stream: LoadedStream): Event[] {
  return stream.events.filter((event) => !isForged(event)).map((event) => event.data as Event);
}

function isWhole({ events }: LoadedStream): boolean {
  return events.every((event, index) => event.version === index + 1 && !isForged(event));
}
