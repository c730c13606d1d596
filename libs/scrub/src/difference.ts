/** What a difference was found in. */
export const DIFFERENCE_KINDS = ['event', 'view', 'leaf', 'tile', 'receipt', 'checkpoint', 'seal'] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Stands for every subject. */
const EVERYBODY = '*';

/** The subject of what is found in the log as a whole. */
const LOG = 'log';

/** A place where what is kept differs from what it was made from. */
export interface Difference {
  /** Where it lies. */
  subject_id: string;
  kind: DifferenceKind;
  /** Where and what, for people; never what is kept there. */
  difference: string;
  /** Whose answers it makes doubtful: a subject's, or everybody's. */
  concerns: string;
  /** Only of those whose newest element has its leaf there; null where it does not depend on that. */
  leaves: LeafRange | null;
}

/** Leaves from the first one on, below `below`. */
export interface LeafRange {
  first: number;
  below: number;
}

/** A difference in what is kept of one subject. What a key signed cannot be told from what it did not without it. */
export function differenceOf(subjectId: string, kind: DifferenceKind, difference: string): Difference {
  const concerns = subjectId.startsWith('key_') ? EVERYBODY : subjectId;
  return { subject_id: subjectId, kind, difference, concerns, leaves: null };
}

/** A difference in the log; of a part of it where the leaves are told, else of all of it. */
export function differenceInLog(
  kind: DifferenceKind,
  difference: string,
  leaves: LeafRange | null = null,
): Difference {
  return { subject_id: LOG, kind, difference, concerns: EVERYBODY, leaves };
}

/** How many there are, as the end of a scrub says it. */
export function countInWords({ length }: readonly Difference[]): string {
  return length === 1 ? '1 difference' : `${length} differences`;
}
