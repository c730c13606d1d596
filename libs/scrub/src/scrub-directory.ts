import { isDeepStrictEqual } from 'node:util';
import { ID_PREFIXES } from '@service/contracts';
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
import { findGap, findRemoved, findStreamDifferences, findUnlogged } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { Subject } from './read-subjects.js';
import type { ScrubbedViews, ShownDocument } from './scrubbed-views.js';
import { AllIds, type SubjectIds } from './subjects/subject-ids.js';
import { SubjectWalk, type KeysLog } from './subject-walk.js';
import type { Walk } from './walk.js';

const isLink = (id: string) => id.startsWith(ID_PREFIXES.link);

/**
 * Compares the events of authorities, credentials, projects and keys with each other and with the view, and finds
 * elements that the log left out.
 */
export function scrubDirectory(
  { directory }: ScrubbedViews,
  keysLog: KeysLog,
  pageSize: number,
  ids: SubjectIds = new AllIds(directory),
): Walk {
  // The view has no tables of keys and operators: the gateway’s memory alone shows them.
  const others = [keySubjectId(''), ID_PREFIXES.operator, ID_PREFIXES.link];
  const isShown = (id: string) => !others.some((prefix) => id.startsWith(prefix));
  const compare = findDifferencesWhere(isShown, (id) => !isLink(id));
  return new SubjectWalk(directory, compare, keysLog, pageSize, ids);
}

/** Compares the events of links, which are in the directory’s log, with each other and with their view. */
export function scrubLinks(
  { links }: ScrubbedViews,
  keysLog: KeysLog,
  pageSize: number,
  ids: SubjectIds = new AllIds(links),
): Walk {
  return new SubjectWalk(links, findDifferencesWhere(isLink, isLink), keysLog, pageSize, ids);
}

/** Compares the events of subscriptions and of requests for deliveries with each other and with the view. */
export function scrubSubscriptions(
  { subscriptions }: ScrubbedViews,
  keysLog: KeysLog,
  pageSize: number,
  ids: SubjectIds = new AllIds(subscriptions),
): Walk {
  const isShown = (id: string) => id.startsWith(ID_PREFIXES.subscription);
  return new SubjectWalk(subscriptions, findDifferencesWhere(isShown), keysLog, pageSize, ids);
}

/**
 * @param isShown whether the view must have a subject.
 * @param isOwn whether the walk compares a subject that the view does not have; another walk compares the others.
 */
function findDifferencesWhere(isShown: (id: string) => boolean, isOwn: (id: string) => boolean = () => true) {
  return (subject: Subject<ShownDocument | null>, keyOf: KeyLookUp): Difference[] =>
    isOwn(subject.id) || subject.stored !== null
      ? findDirectoryDifferences(subject, isShown(subject.id), keyOf)
      : [];
}

function findDirectoryDifferences(
  subject: Subject<ShownDocument | null>,
  isShown: boolean,
  keyOf: KeyLookUp,
): Difference[] {
  const { id, events, stored } = subject;
  const inView = isShown || stored !== null ? findViewDifferences(subject) : [];
  return [
    ...findEventDifferences(subject, keyOf).map((difference) => differenceOf(id, 'event', difference)),
    ...inView.map((difference) => differenceOf(id, 'view', difference)),
    ...[...findUnlogged(events), ...findRemoved(subject)].map((difference) =>
      differenceOf(id, 'leaf', difference),
    ),
  ];
}

function findEventDifferences(subject: Subject<unknown>, keyOf: KeyLookUp): string[] {
  const { id, events } = subject;
  if (!events.some((event) => event.element !== null)) return findGap(events);
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
  if (stored === null) return events.some((event) => event.covered) ? ['the view does not have it'] : [];
  const shown = stored.snapshot;
  const folded = stored.fold(events.filter((event) => event.version <= shown.version));
  const columns = { project_id: stored.project_id, created_at: stored.created_at };
  const same =
    isDeepStrictEqual(folded, shown) &&
    stored.id === id &&
    stored.version === shown.version &&
    stored.state === shown.state &&
    isDeepStrictEqual(columns, stored.columns()) &&
    events.every((event) => !event.covered || event.version <= shown.version);
  return same ? [] : ['the view differs from its events'];
}
