import { inTransaction } from '@service/event-store';
import { readLogOrigin } from '@service/evidence';
import { DATABASE_APPS } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError, propertyOf } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { createPool, withClient } from '@service/platform/postgres';
import type { Settings } from '@service/platform/settings';
import { escapeIdentifier, type ClientBase, type Pool } from 'pg';
import { MIGRATION_NAMES } from '../migrations.js';
import { readChunk, requireWhole, type Chunk, type Row } from './chunks.js';
import { readOwnSealingKeys, requireKeys } from './key-ids.js';
import { readManifest, requireRelease, type Manifest } from './manifest.js';
import { readMovedTables, type MovedTable } from './moved-tables.js';
import { requireNewest } from './require-newest.js';
import { beAlone, requireStopped } from './require-stopped.js';
import { beginImport, endImport, isImported } from './unfinished-import.js';

/** Most transaction ids that an import takes; PostgreSQL compares ids that are less than 2^31 apart. */
const FARTHEST = 1_500_000_000;

/** What an import needs. */
interface ImportTarget {
  database: EnvironmentDatabase;
  settings: Settings;
  logger: Logger;
}

/**
 * Stores an export in an empty database, each table with the role of its app; an unfinished import goes on. Positions stay as they
 * are, and the server's transaction ids are raised above them.
 * @throws StartError where the export is not whole, or does not belong here.
 */
export async function importEnvironment(
  { database, settings, logger }: ImportTarget,
  folder: string,
): Promise<Manifest> {
  const keys = await readOwnSealingKeys(settings);
  const manifest = await readManifest(folder, keys);
  requireOrigin(manifest, settings);
  requireRelease(manifest.migrations, MIGRATION_NAMES, `import with ${manifest.release}, then migrate`);
  await requireKeys(settings, manifest.keys);
  return withClient(database.ownerUrl, async (client) => {
    if (await isImported(client, manifest.id)) {
      process.stdout.write(`${settings.environment}: this export is imported already.\n`);
      return manifest;
    }
    await requireNewest(manifest, settings, logger);
    await beAlone(client);
    await requireStopped(client);
    await requireReach(client, manifest.next_transaction);
    const place = { folder, exportId: manifest.id, keys };
    for (const chunk of manifest.chunks) await requireWhole(place, chunk);
    const stored = await beginImport(client, database, manifest);
    await raiseTransactions(client, manifest.next_transaction);
    const tables = movedHere(await readMovedTables(client), manifest);
    await storeChunks({ database, settings, logger }, place, { manifest, tables, stored });
    await finish(client, manifest);
    return manifest;
  });
}

async function storeChunks(
  { database, logger }: ImportTarget,
  place: Parameters<typeof readChunk>[0],
  {
    manifest,
    tables,
    stored,
  }: { manifest: Manifest; tables: Map<string, MovedTable>; stored: ReadonlySet<string> },
): Promise<void> {
  for (const app of DATABASE_APPS) {
    const pool = createPool(database.urlOf(app), { max: 1, applicationName: 'import', logger });
    try {
      for (const chunk of manifest.chunks) {
        const table = tables.get(chunk.table);
        if (table?.app !== app || stored.has(chunk.file)) continue;
        await storeChunk(pool, table, chunk, await readChunk(place, chunk));
      }
    } finally {
      await pool.end();
    }
  }
}

function requireOrigin({ environment, log_origin: origin }: Manifest, settings: Settings): void {
  const here = `${settings.logOrigin}/${settings.environment}`;
  const there = origin === null ? here : readLogOrigin(origin).first;
  if (environment === settings.environment && there === here) return;
  throw new StartError(
    `The log of the export is ${there}, and LOG_ORIGIN with ENVIRONMENT gives ${here}: set them as they were.`,
  );
}

/**
 * Refuses an export whose ids are so far ahead that the server would soon have to freeze all tables of all its databases.
 * @throws StartError
 */
async function requireReach(client: ClientBase, next: string): Promise<void> {
  const { rows } = await client.query<{ ahead: number }>(
    `SELECT $1::float8 - pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS ahead`,
    [next],
  );
  const ahead = rows[0]?.ahead ?? 0;
  if (ahead > FARTHEST)
    throw new StartError(
      `The export's transaction ids are ${ahead} above this server's, and an import raises them by ${FARTHEST} at most: move to another server by a standby, or by pg_upgrade.`,
    );
}

/**
 * Raises the server's transaction ids above those in the export's positions, so that later events come after all that were
 * moved. Taking an id lasts about 2 µs and forces no write to disk.
 */
async function raiseTransactions(client: ClientBase, next: string): Promise<void> {
  await client.query(
    `DO $$ BEGIN LOOP EXIT WHEN pg_current_xact_id() >= ${client.escapeLiteral(next)}::xid8; COMMIT; END LOOP; END $$`,
  );
}

/** The tables of the export as they are here, with the columns that it has. */
function movedHere(tables: readonly MovedTable[], manifest: Manifest): Map<string, MovedTable> {
  const here = new Map(tables.map((table) => [table.name, table]));
  return new Map(
    manifest.tables.map(({ name, columns }) => {
      const table = here.get(name);
      const found = columns.map((column) => table?.columns.find((each) => each.name === column));
      const known = found.filter((column) => column !== undefined);
      if (table !== undefined && known.length === columns.length) return [name, { ...table, columns: known }];
      throw new StartError(
        `The export is of the release ${manifest.release}, whose table ${name} this release does not have as it was: import it with that release.`,
      );
    }),
  );
}

/** A log of statements would hold the rows; only some servers let the apps' roles set this. */
const WITHOUT_PARAMETERS = `DO $$ BEGIN
  SET LOCAL log_parameter_max_length_on_error = 0;
  SET LOCAL log_parameter_max_length = 0;
EXCEPTION WHEN insufficient_privilege THEN END $$`;

/** Stores a chunk and the note that it is stored, in one transaction. */
async function storeChunk(
  pool: Pool,
  table: MovedTable,
  { file, rows }: Chunk,
  content: Row[],
): Promise<void> {
  if (table.daily) await makeDays(pool, table, content);
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query(WITHOUT_PARAMETERS);
    await client.query('INSERT INTO unfinished_import.chunks (file) VALUES ($1)', [file]);
    const { rowCount } = await client
      .query(storeSql(table), [JSON.stringify(content)])
      .catch((error: unknown) => {
        throw unstored(table, file, error);
      });
    if (rowCount !== rows) throw new Error(`${rowCount} of ${rows} rows of ${file} were stored.`);
  });
}

/** PostgreSQL's own words would show what is in a row. */
function unstored({ name }: MovedTable, file: string, error: unknown): StartError {
  const code = propertyOf(error, 'code');
  const why = typeof code === 'string' ? `PostgreSQL answers ${code}` : 'PostgreSQL does not answer';
  return new StartError(`The rows of ${file} cannot be stored in ${name}: ${why}.`);
}

async function makeDays(pool: Pool, { name, columns }: MovedTable, content: readonly Row[]): Promise<void> {
  const at = columns.findIndex((column) => column.name === 'day');
  for (const day of new Set(content.map((row) => row[at]))) {
    const [schema, table] = name.split('.');
    await pool.query(`SELECT ${schema}.make_${table}_day($1)`, [day]);
  }
}

function storeSql({ name, columns, replaced }: MovedTable): string {
  const names = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const values = columns.map(({ type }, index) => `(r.row ->> ${index})::${type}`).join(', ');
  const from = 'FROM jsonb_array_elements($1::jsonb) AS r(row)';
  return replaced
    ? `UPDATE ${name} SET (${names}) = (SELECT ${values} ${from})`
    : `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} ${from}`;
}

/** Compares what was stored with the manifest, and lets the apps start. */
async function finish(client: ClientBase, { id, tables, sequences }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const { rows: counted } = await client.query<{ rows: number }>(
      `SELECT count(*)::float8 AS rows FROM ${name}`,
    );
    if (counted[0]?.rows !== rows)
      throw new StartError(`${name} has ${counted[0]?.rows} rows, and the export has ${rows} of it.`);
    await client.query(`ANALYZE ${name}`);
  }
  await client.query('BEGIN');
  for (const [sequence, value] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [sequence, value]);
  }
  await endImport(client, id);
  await client.query('COMMIT');
}
