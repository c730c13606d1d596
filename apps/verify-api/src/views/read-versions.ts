import type { Pool } from 'pg';
import { DIRECTORY_TABLES, directoryView } from './directory.view.js';
import { recordsView } from './records.view.js';
import { subscriptionsView } from './subscriptions.view.js';

const TABLES = [
  `${recordsView.schema}.records`,
  `${subscriptionsView.schema}.subscriptions`,
  ...DIRECTORY_TABLES.map((table) => `${directoryView.schema}.${table}`),
];
const READ_VERSIONS = TABLES.map((table) => `SELECT id, version FROM ${table} WHERE id = ANY ($1)`).join(
  ' UNION ALL ',
);

/** The versions of aggregates of any kind in the views' tables. */
export async function readVersions(pool: Pool, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    name: 'read_versions',
    text: READ_VERSIONS,
    values: [ids],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}
