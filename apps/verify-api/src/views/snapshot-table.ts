import type { RecordedEvent } from '@service/event-store';
import type { PoolClient } from 'pg';
import { upsertNewest } from './upsert.js';

/** What a list answers of one subject. */
interface Snapshot {
  id: string;
  state: string;
  version: number;
}

/** A table of documents, one a subject. */
export interface SnapshotTable<Shown extends Snapshot> {
  /** With its schema. */
  name: string;
  /** The snapshot after one more event; undefined where the event changes none. */
  fold(before: Shown | undefined, event: RecordedEvent): Shown | undefined;
  projectOf(snapshot: Shown): string | null;
  createdAt(snapshot: Shown): string;
}

/**
 * Statements that make such a table.
 * @param listedBy columns that every list of it is limited to.
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

/** Brings the documents of those subjects up to date that some events are of. */
export async function foldSnapshots<Shown extends Snapshot>(
  client: PoolClient,
  { name, fold, projectOf, createdAt }: SnapshotTable<Shown>,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const ids = [...new Set(events.map((event) => event.stream_id))];
  const { rows } = await client.query<{ snapshot: Shown }>(
    `SELECT snapshot FROM ${name} WHERE id = ANY ($1)`,
    [ids],
  );
  const known = new Map(rows.map(({ snapshot }) => [snapshot.id, snapshot]));
  for (const event of events) {
    const before = known.get(event.stream_id);
    if (before !== undefined && before.version >= event.version) continue;
    const snapshot = fold(before, event);
    if (snapshot !== undefined) known.set(event.stream_id, snapshot);
  }
  const changed = [...known.values()].map((snapshot) => ({
    id: snapshot.id,
    project_id: projectOf(snapshot),
    state: snapshot.state,
    version: snapshot.version,
    created_at: createdAt(snapshot),
    snapshot,
  }));
  await upsertNewest(client, name, ['state', 'version', 'snapshot'], changed);
}
