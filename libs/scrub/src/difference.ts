/** Where a difference can be found. */
export const DIFFERENCE_KINDS = ['event', 'view', 'leaf', 'tile', 'receipt', 'checkpoint', 'seal'] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Stands for every subject. */
const EVERYBODY = '*';

/** The subject of differences in the whole log. */
const LOG = 'log';

/** A place where stored data differs from its source. */
export interface Difference {
  /** The subject that it was found in. */
  subject_id: string;
  kind: DifferenceKind;
  /** Place and kind for people, without the stored data. */
  difference: string;
  /** The subject whose answers it makes doubtful, or all. */
  concerns: string;
  /** Only subjects whose newest element has its leaf in this range are concerned; null for no such limit. */
  leaves: LeafRange | null;
}

/** Leaves from `first` to before `below`. */
export interface LeafRange {
  first: number;
  below: number;
}

/** A difference in one subject. One in a key concerns all answers, because signatures cannot be checked without it. */
export function differenceOf(subjectId: string, kind: DifferenceKind, difference: string): Difference {
  const concerns = subjectId.startsWith('key_') ? EVERYBODY : subjectId;
  return { subject_id: subjectId, kind, difference, concerns, leaves: null };
}

/** A difference in the log, in a range of leaves or in all of it. */
export function differenceInLog(
  kind: DifferenceKind,
  difference: string,
  leaves: LeafRange | null = null,
): Difference {
  return { subject_id: LOG, kind, difference, concerns: EVERYBODY, leaves };
}

/** The number of differences in words, for the end of a scrub. */
export function countInWords({ length }: readonly Difference[]): string {
  return length === 1 ? '1 difference' : `${length} differences`;
}
