import { isDeepStrictEqual } from 'node:util';
import { elementsOf } from '@service/event-store';
import {
  findAuthorityChainFault,
  findKeyChainFault,
  keySubjectId,
  type AuthorityElementContent,
  type ChainFault,
  type KeyElementContent,
  type KeyLookUp,
} from '@service/evidence';
import { findCountDifferences, findStreamDifferences, findUnlogged } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { Subject } from './read-subjects.js';
import type { ScrubbedViews, ShownDocument } from './scrubbed-views.js';
import { SubjectWalk } from './subject-walk.js';
import type { Walk } from './walk.js';

/**
 * Compares the events of authorities, credentials, projects and keys with each other and with the view, and finds
 * elements that the log left out.
 */
export function scrubDirectory({ directory }: ScrubbedViews, pageSize: number): Walk {
  return new SubjectWalk(directory, findDirectoryDifferences, directory.log, pageSize);
}

function findDirectoryDifferences(subject: Subject<ShownDocument | null>, keyOf: KeyLookUp): Difference[] {
  const { id, events } = subject;
  // The view has no table of keys, because no list shows them.
  const inView = id.startsWith(keySubjectId('')) ? [] : findViewDifferences(subject);
  return [
    ...findEventDifferences(subject, keyOf).map((difference) => differenceOf(id, 'event', difference)),
    ...inView.map((difference) => differenceOf(id, 'view', difference)),
    ...findUnlogged(events).map((difference) => differenceOf(id, 'leaf', difference)),
  ];
}

function findEventDifferences(subject: Subject<unknown>, keyOf: KeyLookUp): string[] {
  const { id, streamVersion, events } = subject;
  if (!events.some((event) => event.element !== null)) return findCountDifferences(streamVersion, events);
  if (id.startsWith(keySubjectId(''))) {
    return [
      ...findStreamDifferences(subject, 'key_id', keyOf),
      ...inWords(findKeyChainFault(elementsOf<KeyElementContent>(events))),
    ];
  }
  return [
    ...findStreamDifferences(subject, 'authority_id', keyOf),
    ...inWords(findAuthorityChainFault(elementsOf<AuthorityElementContent>(events))),
  ];
}

function inWords(fault: ChainFault | null): string[] {
  return fault === null ? [] : [`event ${fault.sequence}: ${fault.check}`];
}

function findViewDifferences({ id, events, stored }: Subject<ShownDocument | null>): string[] {
  const shown = stored?.snapshot;
  if (shown === undefined) {
    return events.some((event) => event.covered) ? ['the view does not have it'] : [];
  }
  const folded = stored?.fold(events.filter((event) => event.version <= shown.version));
  const same =
    isDeepStrictEqual(folded, shown) &&
    stored?.id === id &&
    stored.version === shown.version &&
    stored.state === shown.state &&
    stored.created_at === stored.createdAt() &&
    events.every((event) => !event.covered || event.version <= shown.version);
  return same ? [] : ['the view differs from its events'];
}
