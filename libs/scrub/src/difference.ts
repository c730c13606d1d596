import { keySubjectId } from '@service/evidence';

/** Where a difference can be found. */
export const DIFFERENCE_KINDS = [
  'event',
  'published',
  'view',
  'leaf',
  'tile',
  'checkpoint',
  'seal',
  'history',
  'metadata',
  'catalogue',
] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Stands for every subject. */
export const EVERYBODY = '*';

/** The subject of differences in the whole log. */
const LOG = 'log';

/** The subject of differences in what subscribers get; no answer about a record rests on it. */
const PUBLISHED = 'published_events';

/** The subject of differences in the interaction history and its seals. */
const HISTORY = 'history';

/** The subject of differences in metadata, on which no answer about a record rests. */
const METADATA = 'metadata';

/** The subject of differences in the database's catalogue. They concern no answer: changed data is found by itself. */
const DATABASE = 'database';

/** A place where stored data differs from its source. */
export interface Difference {
  /** The subject that it was found in. */
  subject_id: string;
  kind: DifferenceKind;
  /** Place and kind for people, without the stored data. */
  difference: string;
  /** The subject whose answers it affects, or all. */
  concerns: string;
  /** Limits it to subjects with the leaf of their newest element in this range; null for no limit. */
  leaves: LeafRange | null;
}

/** Leaves from `first` to before `below`. */
export interface LeafRange {
  first: number;
  below: number;
}

/**
 * A difference in one subject. In the stream of a key it affects no answer, otherwise one added row would stop all
 * answers: readers accept only authentic events, and each answer compares its keys with the log.
 */
export function differenceOf(subjectId: string, kind: DifferenceKind, difference: string): Difference {
  return { subject_id: subjectId, kind, difference, concerns: subjectId, leaves: null };
}

/** A difference in a leaf. One of a key concerns all answers, because the log proves keys. */
export function differenceInLeaf(subjectId: string, difference: string): Difference {
  const concerns = subjectId.startsWith(keySubjectId('')) ? EVERYBODY : subjectId;
  return { subject_id: subjectId, kind: 'leaf', difference, concerns, leaves: null };
}

/** A difference in the log, in a range of leaves or in all of it. */
export function differenceInLog(
  kind: DifferenceKind,
  difference: string,
  leaves: LeafRange | null = null,
): Difference {
  return { subject_id: LOG, kind, difference, concerns: EVERYBODY, leaves };
}

/** A difference in a published event. The subject is not read from the row, which may have been edited. */
export function differenceInPublished(difference: string): Difference {
  return { subject_id: PUBLISHED, kind: 'published', difference, concerns: PUBLISHED, leaves: null };
}

/** A difference in the interaction history, on which no answer about a record rests. */
export function differenceInHistory(difference: string): Difference {
  return { subject_id: HISTORY, kind: 'history', difference, concerns: HISTORY, leaves: null };
}

/** A difference in the metadata of a record or a subscription, which are no evidence. */
export function differenceInMetadata(subjectId: string): Difference {
  const difference = `${subjectId}: its metadata differ from its newest event`;
  return { subject_id: METADATA, kind: 'metadata', difference, concerns: METADATA, leaves: null };
}

/** A difference in the database’s catalogue, or in how it takes findings. */
export function differenceInCatalogue(difference: string): Difference {
  return { subject_id: DATABASE, kind: 'catalogue', difference, concerns: DATABASE, leaves: null };
}

/** The name of an error. Its message may hold a part of the data. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}

/** Identity of a difference. */
export function nameOf({ subject_id, difference }: Pick<Difference, 'subject_id' | 'difference'>): string {
  return `${subject_id}\n${difference}`;
}

/** The number of differences in words, for the end of a scrub. */
export function countInWords({ length }: readonly Difference[]): string {
  return length === 1 ? '1 difference' : `${length} differences`;
}
