import { ServiceError, conflictWith, foldRecord, type RecordSnapshot } from '@service/contracts';
import { contentOf, type LoadedStream, type RecordedEvent } from '@service/event-store';
import { recordStateAt, type RecordElementContent } from '@service/evidence';

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

/** The record after its recorded events and the elements that were added to them. */
export function snapshotOf(
  recorded: RecordedEvent[],
  chain: RecordElementContent[],
  added: RecordElementContent[],
  reasons: (string | null)[],
): RecordSnapshot {
  let snapshot: RecordSnapshot | undefined;
  chain.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, recorded[index]?.companion?.reason ?? null);
  });
  added.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, reasons[index] ?? null);
  });
  return snapshot as RecordSnapshot;
}
