import { isDeepStrictEqual } from 'node:util';
import { elementsOf } from '@service/event-store';
import { findRecordChainFault, type KeyLookUp, type RecordElementContent } from '@service/evidence';
import { at, findRemoved, findStreamDifferences, findUnlogged } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { Subject } from './read-subjects.js';
import type { ScrubbedViews, ShownRecord } from './scrubbed-views.js';
import { SubjectWalk, type KeysLog } from './subject-walk.js';
import type { Walk } from './walk.js';

/** Compares every record's events with each other and with the view, and finds elements that the log left out. */
export function scrubRecords({ records }: ScrubbedViews, keysLog: KeysLog, pageSize: number): Walk {
  return new SubjectWalk(records, findRecordDifferences, keysLog, pageSize);
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
  const covered = events.filter((event) => event.covered);
  const elements = stored?.elements ?? [];
  const differences = covered.flatMap((event) => {
    const shown = elements.find((element) => element.sequence === event.version);
    if (shown === undefined) return [at(event, 'the view does not have it')];
    if (shown.text !== event.element) return [at(event, 'the text in the view differs')];
    if (!isDeepStrictEqual(shown.signature, event.signature))
      return [at(event, 'the signature in the view differs')];
    const sameReason = shown.reason === event.reason && shown.reason_salt === event.reason_salt;
    return sameReason ? [] : [at(event, 'the reason in the view differs')];
  });
  for (const { sequence } of elements) {
    if (!events.some((event) => event.version === sequence)) {
      differences.push(`element ${sequence} of the view has no event`);
    }
  }
  if (stored === null) return differences;
  return stored.holds(keyOf) ? differences : [...differences, `the view’s rows of ${id} are inconsistent`];
}
