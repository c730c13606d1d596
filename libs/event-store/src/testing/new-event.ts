import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../log/events.js';

/** An event of a stream; tests distinguish events by their data. */
export function newEvent(streamId: string, data: object = {}, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    stream_id: streamId,
    event_id: `evt_${randomUUID()}`,
    type: 'thing.changed',
    schema_version: 1,
    element: null,
    data,
    companion: null,
    ...changes,
  } as NewEvent;
}
