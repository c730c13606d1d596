import { elementsOf } from '@service/event-store';
import { findRecordChainFault, type KeyLookUp, type RecordElementContent } from '@service/evidence';
import { at, findRemoved, findStreamDifferences, findUnlogged } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { Subject } from './read-subjects.js';
import type { ScrubbedViews, ShownRecord } from './scrubbed-views.js';
import { AllIds, type SubjectIds } from './subjects/subject-ids.js';
import { SubjectWalk, type KeysLog } from './subject-walk.js';
import type { Walk } from './walk.js';

/** Compares records' events with each other and with the view, and finds elements that the log left out. */
export function scrubRecords(
  { records }: ScrubbedViews,
  keysLog: KeysLog,
  pageSize: number,
  ids: SubjectIds = new AllIds(records),
): Walk {
  return new SubjectWalk(records, findRecordDifferences, keysLog, pageSize, ids);
}

function findRecordDifferences(subject: Subject<ShownRecord | null>, keyOf: KeyLookUp): Difference[] {
  const { id, events } = subject;
  const inEvents = [...findStreamDifferences(subject, 'record_id', keyOf), ...findChainDifferences(subject)];
  return [
    ...inEvents.map((difference) => differenceOf(id, 'event', difference)),
    ...findViewDifferences(subject, keyOf).map((difference) => differenceOf(id, 'view', difference)),
    ...[...findUnlogged(events), ...findRemoved(subject)].map((difference) =>
      differenceOf(id, 'leaf', difference),
    ),
  ];
}

function findChainDifferences({ id, events }: Subject<unknown>): string[] {
  if (events.length === 0) return [];
  const chain = elementsOf<RecordElementContent>(events);
  const newest = chain[chain.length - 1]?.content;
  const head = { id, version: chain.length, state: newest?.state ?? '' };
  const fault = findRecordChainFault(chain, head);
  return fault === null ? [] : [`event ${fault.sequence}: ${fault.check}`];
}

function findViewDifferences(
  { id, events, stored }: Subject<ShownRecord | null>,
  keyOf: KeyLookUp,
): string[] {
  const version = stored?.version ?? 0;
  const differences = events
    .filter((event) => event.covered && event.version > version)
    .map((event) => at(event, 'the view does not have it'));
  if (stored === null) return differences;
  if (version > (events.at(-1)?.version ?? 0)) {
    differences.push(`version ${version} of the view has no event`);
  }
  return stored.holds(keyOf) ? differences : [...differences, `the view’s rows of ${id} are inconsistent`];
}
