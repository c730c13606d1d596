import { isDeepStrictEqual } from 'node:util';
import {
  digestText,
  findAuthorityChainFault,
  findKeyChainFault,
  keySubjectId,
  openElement,
  type AuthorityElementContent,
  type ChainFault,
  type KeyElementContent,
  type KeptElement,
  type KeyLookUp,
} from '@service/evidence';
import { DIRECTORY_TABLES, createdAt, directoryView } from '../views/directory.view.js';
import { foldDirectory, type DirectorySnapshot } from '../views/fold-directory.js';
import { findCountDifferences, findStreamDifferences, findUnlogged } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { LoggedEvent, ScrubSource, Subject } from './read-subjects.js';
import { SubjectWalk } from './subject-walk.js';
import type { Walk } from './walk.js';

/** A row of the directory's tables. */
interface DirectoryRow {
  id: string;
  project_id: string | null;
  state: string;
  version: number;
  created_at: string;
  snapshot: DirectorySnapshot;
}

const source: ScrubSource<DirectoryRow | null> = {
  log: directoryView.log,
  view: directoryView,
  tables: DIRECTORY_TABLES.map((name) => ({ name, id: 'id' })),
  nothingKept: null,
  async read(client, ids) {
    const queries = DIRECTORY_TABLES.map(
      (name) => `SELECT * FROM ${directoryView.schema}.${name} WHERE id = ANY ($1)`,
    );
    const { rows } = await client.query<DirectoryRow>(queries.join(' UNION ALL '), [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/**
 * Compares the events of authorities, credentials, projects and keys with themselves and with the view, and finds
 * those that the log left out.
 */
export function scrubDirectory(pageSize: number): Walk {
  return new SubjectWalk(source, findDirectoryDifferences, pageSize);
}

function findDirectoryDifferences(subject: Subject<DirectoryRow | null>, keyOf: KeyLookUp): Difference[] {
  const { id, events } = subject;
  // Keys are in no list, and so in no table of the view.
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
      ...inWords(findKeyChainFault(chainOf<KeyElementContent>(events))),
    ];
  }
  return [
    ...findStreamDifferences(subject, 'authority_id', keyOf),
    ...inWords(findAuthorityChainFault(chainOf<AuthorityElementContent>(events))),
  ];
}

function chainOf<Content extends object>(events: readonly LoggedEvent[]): KeptElement<Content>[] {
  return events.map(({ element }) => openElement<Content>(element ?? '', digestText(element ?? '')));
}

function inWords(fault: ChainFault | null): string[] {
  return fault === null ? [] : [`event ${fault.sequence}: ${fault.check}`];
}

function findViewDifferences({ id, events, kept }: Subject<DirectoryRow | null>): string[] {
  const shown = kept?.snapshot;
  if (shown === undefined) {
    return events.some((event) => event.covered) ? ['the view does not have it'] : [];
  }
  const upTo = events.filter((event) => event.version <= shown.version);
  let folded: DirectorySnapshot | undefined;
  for (const event of upTo) folded = foldDirectory(folded, event);
  const same =
    isDeepStrictEqual(folded, shown) &&
    kept?.id === id &&
    kept.version === shown.version &&
    kept.state === shown.state &&
    kept.created_at === createdAt(shown) &&
    events.every((event) => !event.covered || event.version <= shown.version);
  return same ? [] : ['the view differs from its events'];
}
