import { publishedSchema } from '@service/platform/boundaries';
import { recentEndsSql } from '@service/event-store';
import type { PoolClient } from 'pg';
import { NEWEST_LEAVES } from '../pace/bounds.js';
import type { ScrubSource } from '../read-subjects.js';

/** Where a walk gets the ids of its subjects, page by page. */
export interface SubjectIds {
  /** Reads the present page, none after the last; the same page again until `advance`. */
  read(client: PoolClient, limit: number): Promise<string[]>;
  advance(): void;
}

/** All subjects of a log and a view, the newest first: ids begin with the time that they were made at. */
export class AllIds implements SubjectIds {
  private before: string | null = null;
  private last: string | undefined;

  constructor(private readonly source: Pick<ScrubSource<unknown>, 'log' | 'view' | 'tables'>) {}

  async read(client: PoolClient, limit: number): Promise<string[]> {
    const { log, view, tables } = this.source;
    const known = [
      { table: `${publishedSchema(log)}.events`, id: 'stream_id' },
      ...tables.map(({ name, id }) => ({ table: `${view.schema}.${name}`, id })),
    ];
    const each = known.map(({ table, id }) => {
      const where = this.before === null ? '' : `WHERE ${id} < $2`;
      return `(SELECT DISTINCT ${id} AS id FROM ${table} ${where} ORDER BY 1 DESC LIMIT $1)`;
    });
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM (${each.join(' UNION ')}) AS known ORDER BY id DESC LIMIT $1`,
      this.before === null ? [limit] : [limit, this.before],
    );
    this.last = rows.at(-1)?.id;
    return rows.map(({ id }) => id);
  }

  advance(): void {
    this.before = this.last ?? this.before;
  }
}

/** The subjects of a log that ended after a time: that were revoked, suspended or replaced, or expired; the newest first. */
export class EndedIds implements SubjectIds {
  private last: string | undefined;

  /**
   * @param since the least id of an event.
   * @param before the first id of an event that is too late.
   */
  constructor(
    private readonly log: string,
    private readonly since: string,
    private before: string,
  ) {}

  async read(client: PoolClient, limit: number): Promise<string[]> {
    const { rows } = await client.query<{ event_id: string; stream_id: string }>(
      recentEndsSql(publishedSchema(this.log)),
      [this.since, this.before, limit],
    );
    this.last = rows.at(-1)?.event_id;
    return [...new Set(rows.map(({ stream_id }) => stream_id))];
  }

  advance(): void {
    this.before = this.last ?? this.before;
  }
}

/** The subjects of the newest leaves of the log, the newest first. */
export class LoggedIds implements SubjectIds {
  private before = Number.MAX_SAFE_INTEGER;
  private last: string | undefined;
  private first: number | null = null;

  /** @param ofRecords whether to take records, or else all others. */
  constructor(private readonly ofRecords: boolean) {}

  async read(client: PoolClient, limit: number): Promise<string[]> {
    this.first ??= await this.firstOf(client);
    const { rows } = await client.query<{ index: string; subject_id: string }>(
      `SELECT index, subject_id FROM record_store_published.log_leaves
       WHERE index >= $1 AND index < $2 AND starts_with(subject_id, 'rec_') = $3 AND subject_id <> 'history'
       ORDER BY index DESC LIMIT $4`,
      [this.first, this.before, this.ofRecords, limit],
    );
    this.last = rows.at(-1)?.index;
    return [...new Set(rows.map(({ subject_id }) => subject_id))];
  }

  advance(): void {
    this.before = this.last === undefined ? this.before : Number(this.last);
  }

  private async firstOf(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ size: string }>(
      'SELECT size FROM record_store_published.log_state',
    );
    return Math.max(0, Number(rows[0]?.size ?? 0) - NEWEST_LEAVES);
  }
}
