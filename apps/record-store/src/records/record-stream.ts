import {
  ServiceError,
  conflictWith,
  foldRecord,
  type FoldedRecord,
  type RecordSnapshot,
} from '@service/contracts';
import {
  contentOf,
  soundContentOf,
  type Due,
  type LoadedStream,
  type RecordedEvent,
} from '@service/event-store';
import {
  digestText,
  recordStateAt,
  recordTransitionAllowed,
  type Digest,
  type RecordElementContent,
} from '@service/evidence';

/** Digest of the newest element of a stream; null before the first. */
export function newestDigest({ events }: LoadedStream): Digest | null {
  const newest = events.at(-1)?.element ?? null;
  return newest === null ? null : digestText(newest);
}

/** The elements of a stream. */
export function chainOf({ events }: LoadedStream): RecordElementContent[] {
  return events.map((event) => contentOf<RecordElementContent>(event));
}

/**
 * The elements of a record of the project.
 * @param expected the version that the caller means; null for any.
 * @throws ServiceError `record.not_found`, `record.version_conflict`.
 */
export function openRecord(
  stream: LoadedStream,
  projectId: string,
  expected: number | null,
): RecordElementContent[] {
  const chain = chainOf(stream);
  const head = chain.at(-1);
  if (head === undefined || chain[0]?.project_id !== projectId) throw new ServiceError('record.not_found');
  if (expected !== null && expected !== stream.version) {
    const state = recordStateAt(head, stream.readAt);
    throw conflictWith('record.version_conflict', { version: stream.version, state });
  }
  return chain;
}

/**
 * The record after its recorded events and the elements that were added to them.
 * @param digest of the newest element.
 */
export function snapshotOf(
  recorded: RecordedEvent[],
  chain: RecordElementContent[],
  added: RecordElementContent[],
  reasons: (string | null)[],
  digest: Digest | null,
): RecordSnapshot {
  let snapshot: FoldedRecord | undefined;
  chain.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, recorded[index]?.companion?.reason ?? null);
  });
  added.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, reasons[index] ?? null);
  });
  return { ...snapshot, digest } as RecordSnapshot;
}

/** When the record of an event expires; null where it had and has no end. */
export function recordDue(event: RecordedEvent): Due | null {
  const content = soundContentOf<RecordElementContent>(event, 'record_id');
  if (content === null) return null;
  const { record_id, state, expires_at, type } = content;
  if (type === 'service.record.registered' && expires_at === null) return null;
  const canExpire = recordTransitionAllowed(state, 'service.record.expired');
  return { subject_id: record_id, due_at: canExpire ? expires_at : null };
}
