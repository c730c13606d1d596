import { roleNamesOf } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { withClient } from '@service/platform/postgres';
import type { ClientBase } from 'pg';
import { migrate } from '../migrations.js';
import { readMovedTables } from './moved-tables.js';

/**
 * Prepares an empty database for an import, or finds the chunks that an unfinished import of the same export has stored there. As
 * long as the schema `unfinished_import` exists, no app starts.
 * @throws StartError where the database holds anything else.
 */
export async function beginImport(database: EnvironmentDatabase, exportId: string): Promise<Set<string>> {
  const begun = await withClient(database.ownerUrl, readBegun);
  if (begun === null) {
    await migrate(database);
    await withClient(database.ownerUrl, (client) => begin(client, database, exportId));
    return new Set();
  }
  if (begun.exportId === exportId) return begun.files;
  throw new StartError(
    `The database holds an unfinished import of another export, ${begun.exportId}: go on with that one, or drop the database.`,
  );
}

async function readBegun(client: ClientBase) {
  const { rows } = await client.query<{ begun: boolean }>(
    `SELECT to_regclass('unfinished_import.source') IS NOT NULL AS begun`,
  );
  if (rows[0]?.begun !== true) return null;
  const { rows: sources } = await client.query<{ id: string }>('SELECT id FROM unfinished_import.source');
  const { rows: chunks } = await client.query<{ file: string }>('SELECT file FROM unfinished_import.chunks');
  return { exportId: sources[0]?.id ?? '', files: new Set(chunks.map(({ file }) => file)) };
}

async function begin(client: ClientBase, { appUrls }: EnvironmentDatabase, exportId: string): Promise<void> {
  for (const { name, replaced } of await readMovedTables(client)) {
    if (replaced) continue;
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new StartError(`The database is not empty: ${name} has rows. An import needs an empty database.`);
  }
  const roles = Object.values(roleNamesOf(appUrls)).map((role) => client.escapeIdentifier(role));
  await client.query(`BEGIN;
    CREATE SCHEMA unfinished_import;
    CREATE TABLE unfinished_import.source (id text PRIMARY KEY);
    INSERT INTO unfinished_import.source VALUES (${client.escapeLiteral(exportId)});
    CREATE TABLE unfinished_import.chunks (file text PRIMARY KEY);
    GRANT USAGE ON SCHEMA unfinished_import TO ${roles.join(', ')};
    GRANT INSERT ON unfinished_import.chunks TO ${roles.join(', ')};
    COMMIT`);
}
