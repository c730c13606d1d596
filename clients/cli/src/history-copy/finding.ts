/** Where a record stands. */
export interface Place {
  file: string;
  line: number;
}

export type FindingKind =
  /** No record of a copy, or one with other bytes than were sent. */
  | 'unreadable'
  /** Not as it was written, or not as it was sealed. */
  | 'changed'
  /** Lines, or seals, that are not there. */
  | 'missing'
  /** The log has no such seal, or another one. */
  | 'unlogged'
  /** There twice, which at least once allows. */
  | 'repeated'
  /** There, but behind what came after it. */
  | 'out_of_order'
  /** At an end of the copy, so that nothing in it proves it. */
  | 'unproven';

/** One thing that is wrong with a copy, or, as a note, unusual in it. */
export interface Finding {
  level: 'fault' | 'note';
  kind: FindingKind;
  /** Where it stands; null for something that is missing. */
  place: Place | null;
  text: string;
}

export type Tell = (kind: FindingKind, place: Place | null, text: string) => void;

const NOTES: readonly FindingKind[] = ['repeated', 'out_of_order', 'unproven'];

export function levelOf(kind: FindingKind): Finding['level'] {
  return NOTES.includes(kind) ? 'note' : 'fault';
}
