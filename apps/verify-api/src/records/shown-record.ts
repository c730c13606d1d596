import { agreedDate } from '@service/contracts';
import type { RecordSnapshot, ShownMetadata } from '@service/contracts';
import { recordActionsIn, recordStateAt, type RecordAction, type Verdict } from '@service/evidence';

/** A record in its current state, with what may be done with it in that state. */
export interface CurrentRecord extends RecordSnapshot {
  allowed_transitions: RecordAction[];
}

/** A record as it is answered, with its metadata; with its verdict where a list is asked for it, null where it cannot be said now. */
export type ShownRecord = CurrentRecord & ShownMetadata & { verdict?: Verdict | null };

/** A record with its current state. A view and a reply order its members alike, because the ETag covers the text. */
export function shownRecord({ digest, ...record }: RecordSnapshot, now = agreedDate()): CurrentRecord {
  const state = recordStateAt(record, now);
  return { ...record, digest, state, allowed_transitions: recordActionsIn(state) };
}
