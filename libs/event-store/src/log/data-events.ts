import { newId } from '@service/contracts';
import type { LoadedStream } from './event-store.js';
import type { NewEvent } from './events.js';

/** Events of an aggregate that has no elements: its own data, in schema version 1. */
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

/** What a stream of such events holds, oldest first. */
export function dataOf<Event>(stream: LoadedStream): Event[] {
  return stream.events.map((event) => event.data as Event);
}
