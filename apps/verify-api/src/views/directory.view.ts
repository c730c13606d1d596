import type { RecordedEvent, View } from '@service/event-store';
import type { PoolClient } from 'pg';
import { foldDirectory, type DirectorySnapshot } from './fold-directory.js';
import { isLink } from './links.view.js';
import { foldSnapshots, snapshotTableSql, type SnapshotTable } from './snapshot-table.js';

/** Authorities, credentials and projects for lists: one document each. */
export const directoryView: View = {
  name: 'directory',
  schema: 'verify_api_directory',
  log: 'credential_authority',

  // Links are in its log, too.
  shows: (id) => !isLink(id),

  createSql: (schema) =>
    DIRECTORY_TABLES.flatMap((table) =>
      // Operators list all projects; everything else is listed in its project.
      snapshotTableSql(`${schema}.${table}`, table === 'projects' ? [] : ['project_id']),
    ),

  // A project's ended credentials stay, and outnumber those that work.
  indexesSql: (schema) => [
    `CREATE INDEX credentials_by_state ON ${schema}.credentials (project_id, state, created_at, id)`,
  ],

  async apply(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void> {
    for (const table of DIRECTORY_TABLES) {
      const own = events.filter((event) => event.type.startsWith(PREFIXES[table]));
      await foldSnapshots<DirectorySnapshot>(client, { ...OF_DIRECTORY, name: `${schema}.${table}` }, own);
    }
  },
};

export const DIRECTORY_TABLES = ['authorities', 'credentials', 'projects'] as const;
const PREFIXES: Record<(typeof DIRECTORY_TABLES)[number], string> = {
  authorities: 'service.authority.',
  credentials: 'service.credential.',
  projects: 'service.project.',
};

const OF_DIRECTORY: Omit<SnapshotTable<DirectorySnapshot>, 'name'> = {
  fold: (before, event) => foldDirectory(before, { ...event, reason: event.companion?.reason ?? null }),
};
