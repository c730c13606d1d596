import { foldLoggedSubscription, type LinkSnapshot, type SubscriptionSnapshot } from '@service/contracts';
import type { KeyLookUp } from '@service/evidence';
import type { ScrubbedData, ScrubbedViews, ShownDocument } from '@service/scrub';
import type { PoolClient } from 'pg';
import { StoredRecord } from './records/stored-record.js';
import { readRecords } from './records/read-records.js';
import { EXPECTED_CATALOGUE } from '../migrations/expected-catalogue.js';
import { DIRECTORY_TABLES, directoryView } from './directory.view.js';
import { foldDirectory, type DirectorySnapshot } from './fold-directory.js';
import { foldLoggedLink, linksView } from './links.view.js';
import { recordsView } from './records.view.js';
import { subscriptionsView } from './subscriptions.view.js';
import { constantColumns } from './snapshot-table.js';

type LoggedEvent = Parameters<ShownDocument['fold']>[0][number];

/** A row of a table of documents. */
interface DocumentRow<Snapshot> extends Omit<ShownDocument, 'snapshot' | 'columns' | 'fold'> {
  snapshot: Snapshot;
}

/** The gateway's read models, as the scrub reads them. */
const scrubbedViews: ScrubbedViews = {
  records: {
    log: recordsView.log,
    view: recordsView,
    tables: [
      { name: 'records', id: 'id' },
      { name: 'former_contents', id: 'record_id' },
    ],
    nothingStored: null,
    async read(client, ids) {
      const rows = await readRecords(client, ids, null);
      const former = await readFormerContents(client, ids);
      return new Map(
        rows.map(({ row }) => {
          const sound = { ...row, found_different: false, receipt: null, successor_index: null };
          const stored = new StoredRecord(sound, 0);
          const holds = (keyOf: KeyLookUp) =>
            stored.verified(keyOf) && formerContentsHold(stored, former.get(row.id) ?? []);
          return [row.id, { version: row.version, holds }];
        }),
      );
    },
  },
  directory: {
    log: directoryView.log,
    view: directoryView,
    tables: DIRECTORY_TABLES.map((name) => ({ name, id: 'id' })),
    nothingStored: null,
    async read(client, ids) {
      const queries = DIRECTORY_TABLES.map(
        (name) => `SELECT * FROM ${directoryView.schema}.${name} WHERE id = ANY ($1)`,
      );
      const { rows } = await client.query<DocumentRow<DirectorySnapshot>>(queries.join(' UNION ALL '), [ids]);
      return documentsOf(rows, foldedBy(foldDirectory));
    },
  },
  links: {
    log: linksView.log,
    view: linksView,
    tables: [{ name: 'links', id: 'id' }],
    nothingStored: null,
    async read(client, ids) {
      const { rows } = await client.query<DocumentRow<LinkSnapshot>>(
        `SELECT * FROM ${linksView.schema}.links WHERE id = ANY ($1)`,
        [ids],
      );
      return documentsOf(rows, foldedBy(foldLoggedLink));
    },
  },
  subscriptions: {
    log: subscriptionsView.log,
    view: subscriptionsView,
    tables: [{ name: 'subscriptions', id: 'id' }],
    nothingStored: null,
    async read(client, ids) {
      const { rows } = await client.query<DocumentRow<SubscriptionSnapshot>>(
        `SELECT * FROM ${subscriptionsView.schema}.subscriptions WHERE id = ANY ($1)`,
        [ids],
      );
      return documentsOf(rows, foldedBy(foldLoggedSubscription));
    },
  },
};

function documentsOf<Snapshot extends DirectorySnapshot | LinkSnapshot | SubscriptionSnapshot>(
  rows: readonly DocumentRow<Snapshot>[],
  fold: ShownDocument['fold'],
): Map<string, ShownDocument> {
  return new Map(rows.map((row) => [row.id, { ...row, fold, columns: () => constantColumns(row.snapshot) }]));
}

/** A content that a record had, as look-ups find it. */
interface FormerContent {
  record_id: string;
  content_digest: string;
  project_id: string;
  authority_id: string;
}

async function readFormerContents(client: PoolClient, ids: string[]): Promise<Map<string, FormerContent[]>> {
  const { rows } = await client.query<FormerContent>(
    `SELECT * FROM ${recordsView.schema}.former_contents WHERE record_id = ANY ($1)`,
    [ids],
  );
  return Map.groupBy(rows, ({ record_id }) => record_id);
}

/** Whether they have what each amendment replaced, and nothing that the record never had. */
function formerContentsHold({ chain, snapshot }: StoredRecord, former: readonly FormerContent[]): boolean {
  const contents = chain.map(({ content }) => content.content_digest as string);
  const replaced = contents.filter((_, index) => chain[index + 1]?.content.type === 'service.record.amended');
  const digests = former.map(({ content_digest }) => content_digest);
  return (
    replaced.every((digest) => digests.includes(digest)) &&
    former.every(
      ({ content_digest, project_id, authority_id }) =>
        contents.includes(content_digest) &&
        project_id === snapshot.project_id &&
        authority_id === snapshot.authority_id,
    )
  );
}

/** Everything that the scrub compares in this release. */
export const scrubbedData: ScrubbedData = { views: scrubbedViews, catalogue: EXPECTED_CATALOGUE };

/** Folds all events of a document; one that does not change it leaves it as it is. */
function foldedBy<Snapshot extends object>(
  fold: (before: Snapshot | undefined, event: LoggedEvent) => Snapshot | undefined,
): (events: readonly LoggedEvent[]) => Snapshot | undefined {
  return (events) =>
    events.reduce<Snapshot | undefined>((folded, event) => fold(folded, event) ?? folded, undefined);
}
