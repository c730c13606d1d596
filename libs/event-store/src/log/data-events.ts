import { newId } from '@service/contracts';
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

/** The data of a stream's events, oldest first. */
export function dataOf<Event>(stream: LoadedStream): Event[] {
  return stream.events.map((event) => event.data as Event);
}
