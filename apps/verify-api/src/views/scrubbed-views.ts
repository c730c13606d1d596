import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import type { ScrubbedData, ScrubbedViews, ShownDocument } from '@service/scrub';
import { StoredRecord } from './records/stored-record.js';
import { readRecords } from './records/read-records.js';
import { EXPECTED_CATALOGUE } from './expected-catalogue.js';
import { DIRECTORY_TABLES, createdAt, directoryView, projectOf } from './directory.view.js';
import { foldDirectory, type DirectorySnapshot } from './fold-directory.js';
import { recordsView } from './records.view.js';
import { subscriptionsView } from './subscriptions.view.js';

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
      { name: 'elements', id: 'record_id' },
    ],
    nothingStored: null,
    async read(client, ids) {
      const rows = (await readRecords(client, ids, null)).map(({ row }) => row);
      return new Map(
        rows.map((row) => {
          const sound = { ...row, found_different: false, receipt: null, successor_index: null };
          return [
            row.id,
            { elements: row.elements, holds: (keyOf) => new StoredRecord(sound, 0).verified(keyOf) },
          ];
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
      return new Map(
        rows.map((row) => {
          const columns = () => ({
            project_id: projectOf(row.snapshot),
            created_at: createdAt(row.snapshot),
          });
          return [row.id, { ...row, fold: foldAll, columns }];
        }),
      );
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
      return new Map(
        rows.map((row) => {
          const columns = () => ({
            project_id: row.snapshot.project_id,
            created_at: row.snapshot.created_at,
          });
          return [row.id, { ...row, fold: foldSubscriptions, columns }];
        }),
      );
    },
  },
};

/** Everything that the scrub compares in this release. */
export const scrubbedData: ScrubbedData = { views: scrubbedViews, catalogue: EXPECTED_CATALOGUE };

function foldSubscriptions(events: Parameters<ShownDocument['fold']>[0]): SubscriptionSnapshot | undefined {
  let folded: SubscriptionSnapshot | undefined;
  for (const event of events) folded = foldLoggedSubscription(folded, event) ?? folded;
  return folded;
}

function foldAll(events: Parameters<ShownDocument['fold']>[0]): DirectorySnapshot | undefined {
  let folded: DirectorySnapshot | undefined;
  for (const event of events) folded = foldDirectory(folded, event);
  return folded;
}
