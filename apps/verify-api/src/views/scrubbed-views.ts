import type { ScrubbedViews, ShownDocument } from '@service/scrub';
import { StoredRecord } from './records/stored-record.js';
import { readRecords } from './records/read-records.js';
import { DIRECTORY_TABLES, createdAt, directoryView } from './directory.view.js';
import { foldDirectory, type DirectorySnapshot } from './fold-directory.js';
import { recordsView } from './records.view.js';

/** A row of the directory's tables. */
interface DirectoryRow extends Pick<ShownDocument, 'id' | 'state' | 'version' | 'created_at'> {
  snapshot: DirectorySnapshot;
}

/** The gateway's read models, as the scrub reads them. */
export const scrubbedViews: ScrubbedViews = {
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
          const sound = { ...row, found_different: false, receipt: null };
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
      const { rows } = await client.query<DirectoryRow>(queries.join(' UNION ALL '), [ids]);
      return new Map(
        rows.map((row) => [row.id, { ...row, fold: foldAll, createdAt: () => createdAt(row.snapshot) }]),
      );
    },
  },
};

function foldAll(events: Parameters<ShownDocument['fold']>[0]): DirectorySnapshot | undefined {
  let folded: DirectorySnapshot | undefined;
  for (const event of events) folded = foldDirectory(folded, event);
  return folded;
}
