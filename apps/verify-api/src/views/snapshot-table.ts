import type { RecordedEvent } from '@service/event-store';
import type { PoolClient } from 'pg';

/** The document of one subject in a list. */
interface Snapshot {
  id: string;
  state: string;
  version: number;
  created_at: string;
  project_id?: string | null;
}

/** A table with one document per subject. */
export interface SnapshotTable<Shown extends Snapshot> {
  /** Name of the table with its schema. */
  name: string;
  /** The snapshot after one more event; undefined where the event does not change it. */
  fold(before: Shown | undefined, event: RecordedEvent): Shown | undefined;
}

/**
 * Statements that create such a table.
 * @param listedBy columns that every list filters by.
 */
export function snapshotTableSql(name: string, listedBy: readonly string[]): string[] {
  return [
    `CREATE TABLE ${name} (
      id text PRIMARY KEY,
      project_id text,
      state text NOT NULL,
      version integer NOT NULL,
      created_at text NOT NULL,
      snapshot json NOT NULL
    )`,
    `CREATE INDEX ON ${name} (${[...listedBy, 'created_at', 'id'].join(', ')})`,
  ];
}

/** Columns that an update does not change; a project lists itself. */
export function constantColumns({ id, project_id = id, created_at }: Snapshot): {
  project_id: string | null;
  created_at: string;
} {
  return { project_id, created_at };
}

/** Updates the documents of the events' subjects. */
export async function foldSnapshots<Shown extends Snapshot>(
  client: PoolClient,
  { name, fold }: SnapshotTable<Shown>,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const ids = [...new Set(events.map((event) => event.stream_id))];
  const { rows } = await client.query<{ snapshot: Shown }>(
    `SELECT snapshot FROM ${name} WHERE id = ANY ($1)`,
    [ids],
  );
  const snapshots = new Map(rows.map(({ snapshot }) => [snapshot.id, snapshot]));
  for (const event of events) {
    const before = snapshots.get(event.stream_id);
    if (before !== undefined && before.version >= event.version) continue;
    const snapshot = fold(before, event);
    if (snapshot !== undefined) snapshots.set(event.stream_id, snapshot);
  }
  const changed = [...snapshots.values()].map((snapshot) => ({
    id: snapshot.id,
    ...constantColumns(snapshot),
    state: snapshot.state,
    version: snapshot.version,
    snapshot,
  }));
  await upsertNewest(client, name, ['state', 'version', 'snapshot'], changed);
}

/**
 * Inserts or updates many rows in one statement; a stored row of the same or a newer version stays.
 * @param columns that change after the insert.
 */
async function upsertNewest(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  await client.query(
    `INSERT INTO ${table} AS stored SELECT * FROM json_populate_recordset(NULL::${table}, $1)
     ON CONFLICT (id) DO UPDATE SET ${assignments} WHERE stored.version < excluded.version`,
    [JSON.stringify(rows)],
  );
}
