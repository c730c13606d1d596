import type { Lookup } from '@service/evidence';
import type { LookUpRequest } from '../views/records/look-up-records.js';

/** The record that a request is about. */
export interface FoundSubject {
  recordId: string;
  /** How it was found; null where the request names its id. */
  lookup: FoundBy | null;
}

/** How the view found a record. Whether the record has the value, and has it now, is decided by its verified chain. */
export interface FoundBy extends Omit<Lookup, 'counts' | 'current'> {
  /** The member of the elements that has the value. */
  member: LookUpRequest['by'];
  value: string;
}
