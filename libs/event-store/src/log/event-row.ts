import type { RecordedEvent } from './events.js';
import { decodeSignature } from './stored-signature.js';

/** An event's columns as `pg` answers them. */
export interface EventRow {
  tx: string;
  pos: string;
  stream_id: string;
  version: number;
  event_id: string;
  type: string;
  schema_version: number;
  element: string | null;
  data: object | null;
  traceparent: string | null;
  mac: string | null;
  signature: Buffer | null;
  reason: string | null;
  reason_salt: string | null;
}

/** Columns of an event with its companion, for a query that joins `events e` and `companions c`. */
export const EVENT_COLUMNS = `e.tx::text, e.pos::text, e.stream_id, e.version, e.event_id, e.type,
  e.schema_version, e.element, e.data, e.traceparent, e.mac, e.signature, c.reason, c.reason_salt`;

export function toRecordedEvent(row: EventRow): RecordedEvent {
  const { element, data, signature, reason, reason_salt } = row;
  const body = element === null ? { element: null, data: data ?? {} } : { element, data: null };
  return {
    stream_id: row.stream_id,
    version: row.version,
    event_id: row.event_id,
    type: row.type,
    schema_version: row.schema_version,
    ...body,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    ...(row.mac === null ? {} : { mac: row.mac }),
    position: { epoch: 1, tx: row.tx, pos: row.pos },
    companion:
      signature === null && reason === null && reason_salt === null
        ? null
        : { signature: signature === null ? null : decodeSignature(signature), reason, reason_salt },
  };
}
