import { ID_PREFIXES, UnavailableError } from '@service/contracts';
import type { Pool } from 'pg';
import type { Directory } from './directory.js';
import { readVersions } from './read-versions.js';
import { ViewProgress } from './view-progress.js';
import type { RecordReader } from './records/record-reader.js';

/** Versions of aggregates by their ids. */
export type Versions = ReadonlyMap<string, number>;

/** Milliseconds that views are waited for. */
const WAIT = 1_000;

/**
 * Knows which versions this gateway's views show, and waits for those that they do not show yet: records and
 * subscriptions in tables, everything else in memory and, for lists, in tables as well.
 */
export class ShownVersions {
  readonly tables: ViewProgress;
  readonly memory: ViewProgress;

  constructor(
    private readonly records: RecordReader,
    directory: Directory,
    pool: Pool,
    private readonly wait = WAIT,
  ) {
    this.tables = new ViewProgress((ids) => readVersions(pool, ids));
    this.memory = new ViewProgress((ids) => Promise.resolve(directory.versionsOf(ids)));
  }

  /** Resolves once the views show the version that a write made, or after a second anyway. */
  async untilShown(id: string, version: number): Promise<void> {
    this.heardOf(id, version);
    const views = isReadFromTables(id) ? [this.tables] : [this.tables, this.memory];
    await Promise.all(views.map((view) => view.shows(id, version, this.wait)));
  }

  /**
   * Resolves once the views show all of these versions.
   * @param lists whether the tables that only lists read are waited for.
   * @throws ServiceError `service.unavailable` where they do not within a second.
   */
  async require(versions: Versions, lists: boolean): Promise<void> {
    for (const [id, version] of versions) this.heardOf(id, version);
    const inTables = [...versions].filter(([id]) => lists || isReadFromTables(id));
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
    void view.look(unknown.map(([id]) => id));
    return (await Promise.all(shown)).every(Boolean);
  }

  /** A version that is known to exist is as good as announced: an older row is not answered from memory. */
  private heardOf(id: string, version: number): void {
    if (isRecord(id)) this.records.announced(id, version);
  }
}

function isReadFromTables(id: string): boolean {
  return isRecord(id) || id.startsWith(ID_PREFIXES.subscription);
}

function isRecord(id: string): boolean {
  return id.startsWith(ID_PREFIXES.record);
}
