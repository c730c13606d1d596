import type { ElementSignature } from '@service/evidence';
import { unseen } from '@service/platform/postgres';
import type { RecordedEvent } from './events.js';

/** Bytes of a key's id, which is an RFC 7638 thumbprint by SHA-256. */
const KEY_ID = 32;

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

/**
 * Reads the events of the streams of `$1`, each named once, and the database's time. The streams are joined: a server without
 * statistics of a new table expects so many events of `stream_id = ANY` that it reads the table with parallel workers.
 */
export const readStreamsSql = (schema: string): string => `
  SELECT clock.read_at, stream.*
  FROM (SELECT clock_timestamp() AS read_at) AS clock
  LEFT JOIN (
    SELECT ${EVENT_COLUMNS}
    FROM unnest(${unseen(1, 'text[]')}) AS wanted (stream_id)
    JOIN ${schema}.events AS e USING (stream_id) LEFT JOIN ${schema}.companions AS c USING (event_id)
  ) AS stream ON true
  ORDER BY stream.stream_id, stream.version`;

/**
 * A signature as an event's row holds it: the bytes of its key's id, then those of its value.
 * @throws TypeError for the id of a key that is no thumbprint.
 */
export function encodeSignature({ key_id, value }: ElementSignature): Buffer {
  const keyId = Buffer.from(key_id, 'base64url');
  if (keyId.length !== KEY_ID) throw new TypeError('The id of a signature’s key is no thumbprint.');
  return Buffer.concat([keyId, Buffer.from(value, 'base64url')]);
}

/** Reads a stored signature. It is not trusted: bytes of any length are read. */
export function decodeSignature(bytes: Buffer): ElementSignature {
  const key_id = bytes.toString('base64url', 0, KEY_ID);
  return { key_id, algorithm: 'Ed25519', value: bytes.toString('base64url', KEY_ID) };
}
