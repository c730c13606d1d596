import type { RecordedEvent, View } from '@service/event-store';
import type { PoolClient } from 'pg';
import { foldDirectory, type DirectorySnapshot } from './fold-directory.js';
import { upsertNewest } from './upsert.js';

/** Authorities, credentials and projects as their lists answer them: one document each. */
export const directoryView: View = {
  name: 'directory',
  schema: 'verify_api_directory',
  log: 'credential_authority',

  createSql: (schema) =>
    DIRECTORY_TABLES.flatMap((table) => [
      `CREATE TABLE ${schema}.${table} (
        id text PRIMARY KEY,
        project_id text,
        state text NOT NULL,
        version integer NOT NULL,
        created_at text NOT NULL,
        snapshot json NOT NULL
      )`,
      // Operators list all projects; everything else is listed in its project.
      `CREATE INDEX ON ${schema}.${table} (${table === 'projects' ? '' : 'project_id, '}created_at, id)`,
    ]),

  async apply(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void> {
    for (const table of DIRECTORY_TABLES) {
      const own = events.filter((event) => event.type.startsWith(PREFIXES[table]));
      if (own.length === 0) continue;
      const ids = [...new Set(own.map((event) => event.stream_id))];
      const { rows } = await client.query<{ snapshot: DirectorySnapshot }>(
        `SELECT snapshot FROM ${schema}.${table} WHERE id = ANY ($1)`,
        [ids],
      );
      const known = new Map(rows.map(({ snapshot }) => [snapshot.id, snapshot]));
      for (const event of own) {
        const before = known.get(event.stream_id);
        if (before !== undefined && before.version >= event.version) continue;
        const snapshot = foldDirectory(before, { ...event, reason: event.companion?.reason ?? null });
        if (snapshot !== undefined) known.set(event.stream_id, snapshot);
      }
      const changed = [...known.values()].map((snapshot) => ({
        id: snapshot.id,
        project_id: 'project_id' in snapshot ? snapshot.project_id : snapshot.id,
        state: snapshot.state,
        version: snapshot.version,
        created_at: createdAt(snapshot),
        snapshot,
      }));
      await upsertNewest(client, `${schema}.${table}`, ['state', 'version', 'snapshot'], changed);
    }
  },
};

export const DIRECTORY_TABLES = ['authorities', 'credentials', 'projects'] as const;
const PREFIXES: Record<(typeof DIRECTORY_TABLES)[number], string> = {
  authorities: 'service.authority.',
  credentials: 'service.credential.',
  projects: 'service.project.',
};

/** When a subject's first event happened, whatever its kind calls it. */
export function createdAt(snapshot: DirectorySnapshot): string {
  if ('granted_at' in snapshot) return snapshot.granted_at;
  return 'issued_at' in snapshot ? snapshot.issued_at : snapshot.created_at;
}
