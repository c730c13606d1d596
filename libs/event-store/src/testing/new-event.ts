import { randomUUID } from 'node:crypto';
import type { ElementSignature } from '@service/evidence';
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

/** A signature by nobody, which a log keeps as it is. */
export const SIGNATURE: ElementSignature = {
  key_id: 'k'.repeat(42) + 'A',
  algorithm: 'Ed25519',
  value: 'v'.repeat(85) + 'A',
};
