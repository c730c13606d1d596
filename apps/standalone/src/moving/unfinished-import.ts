import { DATABASE_APPS, roleNamesOf } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import type { ClientBase } from 'pg';
import { migrate } from '../migrations.js';
import type { Manifest } from './manifest.js';
import { MOVED } from './moved-tables.js';
import { requireStopped } from './require-stopped.js';

/**
 * Prepares an empty database for an import, or finds the chunks that an unfinished import of the same export has stored there. As
 * long as the schema `unfinished_import` exists, no app starts; it is made first.
 * @param client of the owner.
 * @throws StartError where the database holds anything else.
 */
export async function beginImport(
  client: ClientBase,
  database: EnvironmentDatabase,
  manifest: Pick<Manifest, 'id' | 'chunks'>,
): Promise<Set<string>> {
  const begun = await readBegun(client);
  if (begun !== null && begun.exportId !== manifest.id)
    throw new StartError(
      `The database holds an unfinished import of another export, ${begun.exportId}: go on with that one, or drop the database.`,
    );
  if (begun === null) {
    await requireOnly(client, []);
    await mark(client, manifest.id);
  }
  // An app that looked for the mark before it was made is seen here, and what it wrote below.
  await requireStopped(client);
  await migrate(database, 'unfinished_import');
  const roles = Object.values(roleNamesOf(database.appUrls)).map((role) => client.escapeIdentifier(role));
  await client.query(`GRANT USAGE ON SCHEMA unfinished_import TO ${roles.join(', ')};
    GRANT INSERT ON unfinished_import.chunks TO ${roles.join(', ')}`);
  const stored = begun?.files ?? new Set();
  await requireOnly(
    client,
    manifest.chunks.filter(({ file }) => stored.has(file)),
  );
  return stored;
}

/** Whether an import of this export was finished in the database. */
export async function isImported(client: ClientBase, exportId: string): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    `SELECT to_regnamespace('unfinished_import') IS NULL
       AND obj_description(to_regnamespace($1), 'pg_namespace') = $2 AS done`,
    [NOTED, noteOf(exportId)],
  );
  return rows[0]?.done === true;
}

/** Lets the apps start, and notes which export was imported. */
export async function endImport(client: ClientBase, exportId: string): Promise<void> {
  await client.query(`COMMENT ON SCHEMA ${NOTED} IS ${client.escapeLiteral(noteOf(exportId))}`);
  await client.query('DROP SCHEMA unfinished_import CASCADE');
}

const NOTED = DATABASE_APPS[0];
const noteOf = (exportId: string) => `imported from the export ${exportId}`;

async function readBegun(client: ClientBase) {
  const { rows } = await client.query<{ begun: boolean }>(
    `SELECT to_regclass('unfinished_import.source') IS NOT NULL AS begun`,
  );
  if (rows[0]?.begun !== true) return null;
  const { rows: sources } = await client.query<{ id: string }>('SELECT id FROM unfinished_import.source');
  const { rows: chunks } = await client.query<{ file: string }>('SELECT file FROM unfinished_import.chunks');
  return { exportId: sources[0]?.id ?? '', files: new Set(chunks.map(({ file }) => file)) };
}

async function mark(client: ClientBase, exportId: string): Promise<void> {
  await client.query(`BEGIN;
    CREATE SCHEMA unfinished_import;
    CREATE TABLE unfinished_import.source (id text PRIMARY KEY);
    INSERT INTO unfinished_import.source VALUES (${client.escapeLiteral(exportId)});
    CREATE TABLE unfinished_import.chunks (file text PRIMARY KEY);
    COMMIT`);
}

/** Checks that the tables which exist hold the rows of these chunks and nothing else. */
async function requireOnly(client: ClientBase, chunks: Manifest['chunks']): Promise<void> {
  for (const { name, replaced } of MOVED) {
    if (replaced) continue;
    const { rows: tables } = await client.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [name],
    );
    if (tables[0]?.exists !== true) continue;
    const stored = chunks.reduce((sum, { table, rows }) => sum + (table === name ? rows : 0), 0);
    const { rows } = await client.query<{ more: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name} OFFSET ${stored}) AS more`,
    );
    if (rows[0]?.more === true)
      throw new StartError(`The database is not empty: ${name} has rows. An import needs an empty database.`);
  }
}
