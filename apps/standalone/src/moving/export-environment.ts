import { createHash } from 'node:crypto';
import { newId } from '@service/contracts';
import { DATABASE_APPS } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { withClient } from '@service/platform/postgres';
import { RELEASE } from '@service/platform/release';
import type { SealingKeys } from '@service/platform/sealing-keys';
import type { Settings } from '@service/platform/settings';
import type { ClientBase } from 'pg';
import { readChunk, writeChunk, type Row } from './chunks.js';
import { readKeyIds, readOwnSealingKeys } from './key-ids.js';
import { writeManifest, type Manifest } from './manifest.js';
import { readMovedTables, type MovedTable } from './moved-tables.js';
import { Progress } from './progress.js';
import { beAlone, requireStopped } from './require-stopped.js';

/** Rows that are fetched at once, and characters after which a chunk ends. */
const [FETCHED, CHUNK_LENGTH] = [100, 4_000_000];

/**
 * Writes everything of an environment that cannot be computed again into a folder; an unfinished export goes on. The apps are
 * stopped, so that all runs see the same, and each reads one snapshot.
 * @throws StartError where an app runs, or the folder holds something else.
 */
export async function exportEnvironment(
  database: EnvironmentDatabase,
  settings: Settings,
  folder: string,
): Promise<Manifest> {
  const keys = await readOwnSealingKeys(settings);
  return withClient(database.ownerUrl, async (client) => {
    await beAlone(client);
    await requireStopped(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await readMovedTables(client);
    const counts = await countRows(client, tables);
    const state = createHash('sha256').update(JSON.stringify(counts)).digest('hex');
    const { environment } = settings;
    const progress = await Progress.open(folder, { id: newId('request'), environment, state });
    for (const table of tables) await exportTable(client, table, progress, keys);
    const manifest: Manifest = {
      format: 1,
      id: progress.id,
      release: RELEASE,
      environment,
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

/** Of each table, how many rows it has and the newest transaction that wrote one: any change shows in these. */
async function countRows(client: ClientBase, tables: readonly MovedTable[]) {
  const counts: { name: string; rows: number; newest: string | null }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: number; newest: string | null }>(
      `SELECT count(*)::float8 AS rows, max(xmin::text::bigint)::text AS newest FROM ${name}`,
    );
    counts.push({ name, rows: 0, newest: null, ...rows[0] });
  }
  return counts;
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
  const values = columns.map((column) => `t.${quoted(column.name)}::text`).join(', ');
  await client.query(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS line FROM ${name} AS t
     ${after === undefined ? '' : `WHERE ${afterKey(client, { columns, key }, after)}`}
     ORDER BY ${key.map(quoted).join(', ')}`,
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
  return `(${key.map(quoted).join(', ')}) > (${values.join(', ')})`;
}

async function readEnds(client: ClientBase) {
  const { rows } = await client.query<
    Pick<Manifest, 'log_origin' | 'log_size' | 'next_transaction' | 'sequences'>
  >(
    `SELECT (SELECT origin FROM record_store.log_origin) AS log_origin,
       coalesce((SELECT tree_size::float8 FROM record_store.log_head), 0) AS log_size,
       pg_snapshot_xmax(pg_current_snapshot())::text AS next_transaction,
       (SELECT coalesce(json_object_agg(schemaname || '.' || sequencename, last_value::text), '{}') FROM pg_sequences
         WHERE schemaname = ANY ($1::text[]) AND last_value IS NOT NULL AND sequencename <> 'migrations_id_seq') AS sequences`,
    [DATABASE_APPS],
  );
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

const quoted = (name: string) => `"${name}"`;
