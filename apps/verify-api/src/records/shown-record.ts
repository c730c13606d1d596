import type { RecordSnapshot, ShownMetadata } from '@service/contracts';
import { recordStateAt } from '@service/evidence';

/** A record as it is answered, with its metadata. */
export type ShownRecord = RecordSnapshot & ShownMetadata;

/** A record with its current state. */
export function shownRecord(record: RecordSnapshot, now = new Date()): RecordSnapshot {
  return { ...record, state: recordStateAt(record, now) };
}
