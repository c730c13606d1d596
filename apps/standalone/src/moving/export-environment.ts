import { newId } from '@service/contracts';
import { sha256Hex } from '@service/evidence/primitives';
import { DATABASE_APPS } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { withClient } from '@service/platform/postgres';
import { RELEASE } from '@service/platform/release';
import type { SealingKeys } from '@service/platform/sealing-keys';
import type { Settings } from '@service/platform/settings';
import { escapeIdentifier, type ClientBase } from 'pg';
import { MIGRATION_NAMES } from '../migrations.js';
import { readChunk, writeChunk, type Row } from './chunks.js';
import { markExported, unmarkExported } from './finished-export.js';
import { readKeyIds, readOwnSealingKeys } from './key-ids.js';
import { hasManifest, readManifest, requireRelease, writeManifest, type Manifest } from './manifest.js';
import { readMovedTables, type MovedTable } from './moved-tables.js';
import { Progress } from './progress.js';
import { beAlone, requireStopped } from './require-stopped.js';

/** Rows that are fetched at once, and characters after which a chunk ends. */
const [FETCHED, CHUNK_LENGTH] = [100, 4_000_000];

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Writes everything of an environment that cannot be computed again into a folder. An export that was ended goes on: the apps are
 * stopped, so each call reads the same data, in one snapshot. A second snapshot at the end proves that nothing was written
 * meanwhile. From then on no app starts on the database.
 * @throws StartError where an app runs, something was written, or the folder holds something else.
 */
export async function exportEnvironment(
  database: EnvironmentDatabase,
  settings: Settings,
  folder: string,
): Promise<Manifest> {
  const keys = await readOwnSealingKeys(settings);
  return withClient(database.ownerUrl, async (client) => {
    await requireOriginal(client);
    await beAlone(client);
    await requireStopped(client);
    const migrations = await readMigrations(client);
    requireRelease(migrations, MIGRATION_NAMES, 'export with that release, or run npm run migrate first');
    await client.query(SNAPSHOT);
    const tables = await readMovedTables(client);
    const counts = await countRows(client, tables);
    const state = digestOf(counts);
    const { environment } = settings;
    const finished = (await hasManifest(folder)) ? await readManifest(folder, keys) : undefined;
    if (finished?.state === state && finished.environment === environment) {
      await client.query('COMMIT');
      await finish(client, tables, state);
      process.stdout.write(`${environment}: exported already, and nothing was written since.\n`);
      return finished;
    }
    const progress = await Progress.open(folder, { id: newId('request'), environment, state }, keys);
    for (const table of tables) await exportTable(client, table, progress, keys);
    await client.query('COMMIT');
    await finish(client, tables, state);
    const manifest: Manifest = {
      format: 1,
      id: progress.id,
      release: RELEASE,
      environment,
      state,
      migrations,
      created_at: new Date().toISOString(),
      ...(await readEnds(client)),
      keys: await readKeyIds(settings),
      tables: tables.map(({ name, columns }, index) => ({
        name,
        columns: columns.map((column) => column.name),
        rows: counts[index]?.rows ?? 0,
      })),
      chunks: progress.chunks,
    };
    await writeManifest(folder, manifest, keys);
    await progress.finish();
    return manifest;
  });
}

/** A standby may be behind its primary, where apps may run. @throws StartError on one. */
async function requireOriginal(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  if (rows[0]?.standby === true)
    throw new StartError('The database is a standby: export from its primary, or promote it first.');
}

/** Of each table, how many rows it has and which versions of them: any change shows in these, whatever other databases do. */
async function countRows(client: ClientBase, tables: readonly MovedTable[]) {
  const counts: { name: string; rows: number; versions: string | null }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: number; versions: string | null }>(
      `SELECT count(*)::float8 AS rows,
         sum(hashtextextended(concat_ws(' ', t.tableoid, t.ctid, t.xmin), 0::bigint))::text AS versions FROM ${name} AS t`,
    );
    counts.push({ name, rows: 0, versions: null, ...rows[0] });
  }
  return counts;
}

/**
 * Marks the database, then looks once more: an app that looked for the mark before it was made is seen here, and what it wrote.
 * A mark of an earlier export stays also where this one fails.
 */
async function finish(client: ClientBase, tables: readonly MovedTable[], state: string): Promise<void> {
  const isNew = await markExported(client);
  try {
    await requireStopped(client);
    await client.query(SNAPSHOT);
    if (digestOf(await countRows(client, tables)) !== state)
      throw new StartError(
        'Something was written into the database during the export: stop all apps, and begin again in an empty folder.',
      );
  } catch (error) {
    await client.query('ROLLBACK');
    if (isNew) await unmarkExported(client);
    throw error;
  }
}

const digestOf = (counts: Awaited<ReturnType<typeof countRows>>) => sha256Hex(JSON.stringify(counts));

async function readMigrations(client: ClientBase): Promise<Manifest['migrations']> {
  const migrations: Manifest['migrations'] = {};
  for (const app of DATABASE_APPS) {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${app}.migrations ORDER BY id`);
    migrations[app] = rows.map(({ name }) => name);
  }
  return migrations;
}

async function exportTable(
  client: ClientBase,
  { name, columns, key }: MovedTable,
  progress: Progress,
  keys: SealingKeys,
): Promise<void> {
  const { folder, id: exportId } = progress;
  const place = { folder, exportId, keys };
  const written = progress.of(name);
  let number = written.length;
  const last = written.at(-1);
  const after = last === undefined ? undefined : (await readChunk(place, last)).at(-1);
  const values = columns.map((column) => `t.${escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS line FROM ${name} AS t
     ${after === undefined ? '' : `WHERE ${afterKey(client, { columns, key }, after)}`}
     ORDER BY ${key.map(escapeIdentifier).join(', ')}`,
  );
  let lines: string[] = [];
  let length = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${FETCHED} FROM moved`);
    for (const { line } of rows) {
      lines.push(line);
      length += line.length;
    }
    const isLast = rows.length < FETCHED;
    if (lines.length > 0 && (isLast || length >= CHUNK_LENGTH)) {
      number += 1;
      const file = `${name}.${String(number).padStart(6, '0')}`;
      await progress.add(await writeChunk(place, { file, table: name }, lines));
      [lines, length] = [[], 0];
    }
    if (isLast) break;
  }
  await client.query('CLOSE moved');
}

/** The condition that a row comes after another one in the order of the key. */
function afterKey(
  client: ClientBase,
  { columns, key }: Pick<MovedTable, 'columns' | 'key'>,
  row: Row,
): string {
  const values = key.map((name) => {
    const at = columns.findIndex((column) => column.name === name);
    return `${client.escapeLiteral(row[at] ?? '')}::${columns[at]?.type}`;
  });
  return `(${key.map(escapeIdentifier).join(', ')}) > (${values.join(', ')})`;
}

async function readEnds(client: ClientBase) {
  const { rows } = await client.query<
    Pick<Manifest, 'log_origin' | 'log_size' | 'next_transaction' | 'sequences'>
  >(
    `SELECT (SELECT origin FROM record_store.log_origin) AS log_origin,
       coalesce((SELECT size::float8 FROM record_store.log_state), 0) AS log_size,
       pg_snapshot_xmax(pg_current_snapshot())::text AS next_transaction,
       (SELECT coalesce(json_object_agg(schemaname || '.' || sequencename, last_value::text), '{}') FROM pg_sequences
         WHERE schemaname = ANY ($1::text[]) AND last_value IS NOT NULL AND sequencename <> 'migrations_id_seq') AS sequences`,
    [DATABASE_APPS],
  );
  return rows[0] as NonNullable<(typeof rows)[0]>;
}
