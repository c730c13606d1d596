import { ID_PREFIXES, UnavailableError, isOperatorId } from '@service/contracts';
import { unseen } from '@service/platform/postgres';
import type { Pool } from 'pg';
import type { Directory } from './directory.js';
import { DIRECTORY_TABLES, directoryView } from './directory.view.js';
import { isLink, linksView } from './links.view.js';
import { recordsView } from './records.view.js';
import { subscriptionsView } from './subscriptions.view.js';
import { ViewProgress } from './view-progress.js';
import type { RecordReader } from './records/record-reader.js';

const TABLES = [
  `${recordsView.schema}.records`,
  `${linksView.schema}.links`,
  `${subscriptionsView.schema}.subscriptions`,
  ...DIRECTORY_TABLES.map((table) => `${directoryView.schema}.${table}`),
];
const READ_VERSIONS = TABLES.map(
  (table) => `SELECT id, version FROM ${table} WHERE id = ANY (${unseen(1, 'text[]')})`,
).join(' UNION ALL ');

/** Versions of aggregates by their ids. */
export type Versions = ReadonlyMap<string, number>;

/** Longest wait for a view, in milliseconds: longer than a writer's transaction may be idle, which views wait for. */
export const VIEW_WAIT = 3_000;
/** The same for the answer of a write, which needs no view. */
const ANSWER_WAIT = 1_000;

/**
 * Tracks which versions this gateway's views show, and waits for versions that they do not show yet. Records,
 * links and subscriptions are in tables, operators in memory; all others are in memory and, for lists, also in tables.
 */
export class ShownVersions {
  readonly tables: ViewProgress;
  readonly memory: ViewProgress;

  constructor(
    private readonly records: RecordReader,
    directory: Directory,
    pool: Pool,
    private readonly wait = VIEW_WAIT,
    pollEvery?: number,
  ) {
    this.tables = new ViewProgress((ids) => readVersions(pool, ids), pollEvery);
    this.memory = new ViewProgress((ids) => Promise.resolve(directory.versionsOf(ids)));
  }

  /** Resolves when the views show the version that a write made, at the latest after a second. */
  async untilShown(id: string, version: number): Promise<void> {
    this.announce(id, version);
    const views = [...(isInTables(id) ? [this.tables] : []), ...(isReadFromTables(id) ? [] : [this.memory])];
    const wait = Math.min(this.wait, ANSWER_WAIT);
    await Promise.all(views.map((view) => view.shows(id, version, wait)));
  }

  /**
   * Resolves when the views show all of these versions.
   * @param lists whether to wait also for the tables that only lists read.
   * @throws ServiceError `service.unavailable` where a view does not show them within three seconds.
   */
  async require(versions: Versions, lists: boolean): Promise<void> {
    for (const [id, version] of versions) this.announce(id, version);
    const inTables = [...versions].filter(([id]) => isInTables(id) && (lists || isReadFromTables(id)));
    const inMemory = [...versions].filter(([id]) => !isReadFromTables(id));
    const shown = await Promise.all([this.show(this.tables, inTables), this.show(this.memory, inMemory)]);
    if (shown.includes(false)) {
      throw new UnavailableError({ cause: 'versions_not_shown', ids: [...versions.keys()] });
    }
  }

  private async show(view: ViewProgress, versions: [string, number][]): Promise<boolean> {
    const unknown = versions.filter(([id, version]) => !view.knows(id, version));
    if (unknown.length === 0) return true;
    const shown = unknown.map(([id, version]) => view.shows(id, version, this.wait));
    void view.poll(unknown.map(([id]) => id));
    return (await Promise.all(shown)).every(Boolean);
  }

  /** Treats a version that exists as announced, so that no older row is answered from the cache. */
  announce(id: string, version: number): void {
    if (isRecord(id)) this.records.announced(id, version);
  }
}

/** The versions of aggregates of any kind in the views' tables. */
async function readVersions(pool: Pool, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    name: 'read_versions',
    text: READ_VERSIONS,
    values: [ids],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}

function isReadFromTables(id: string): boolean {
  return isRecord(id) || isLink(id) || id.startsWith(ID_PREFIXES.subscription);
}

function isInTables(id: string): boolean {
  return !isOperatorId(id);
}

/** Whether an id is that of a record. */
export function isRecord(id: string): boolean {
  return id.startsWith(ID_PREFIXES.record);
}
