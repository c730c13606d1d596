import { setTimeout as pause } from 'node:timers/promises';
import { firstRetainedDay } from '@service/platform/days';
import type { SharedMigration } from '@service/platform/migrations';
import { isLockTimeout } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../following/transaction.js';
import { sharedMigration } from '../log/shared-migration.js';

/** A day that has a partition. */
export interface PartitionDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Whether the partition is attached to the table; `pending` where detaching it was interrupted. */
  attached: 'yes' | 'pending' | 'no';
}

/** The signatures of the functions for a table's days, as a boundary names them. */
export function dayFunctions(table: string): string[] {
  return ['make', 'detach', 'drop'].map((verb) => `${verb}_${table}_day(date)`);
}

/** Milliseconds between two attempts to detach a day while the table is being read. */
const DETACH_PAUSE = 1_000;

/**
 * The partitions of a table that is partitioned by day. Only a table's owner can create and drop partitions,
 * and the apps own none: they call the functions `make_<table>_day`, `detach_<table>_day` and
 * `drop_<table>_day`.
 */
export class DailyPartitions {
  /** @param lock number of the advisory lock that serialises the creation of partitions across processes. */
  constructor(
    private readonly schema: string,
    private readonly table: string,
    private readonly lock: number,
  ) {}

  /** Makes the functions. */
  get migration(): SharedMigration {
    const { schema, table, lock } = this;
    const place = new URL('../../migrations/1765400000000-days.sql', import.meta.url);
    const file = `1765400000000-days-of-${table.replaceAll('_', '-')}.sql`;
    return sharedMigration(place, { schema, table, lock: String(lock) }, file);
  }

  /** Creates the missing partitions of some days. */
  async ensure(pool: Pool, days: readonly string[]): Promise<void> {
    for (const day of days) {
      if (await this.exists(pool, day)) continue;
      await inTransaction(pool, 'BEGIN', (client) => this.make(client, day));
    }
  }

  /**
   * The same in the caller's transaction. A partition is created separately and then attached, which waits for
   * no reader and makes no writer wait behind one.
   * @returns the days that had a partition already.
   */
  async ensureBy(client: PoolClient, days: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const day of days) {
      if (await this.exists(client, day)) found.push(day);
      else await this.make(client, day);
    }
    return found;
  }

  /** Days that have a partition, attached or not; oldest first. */
  async list(pool: Pool): Promise<PartitionDay[]> {
    const { rows } = await pool.query<PartitionDay>(
      `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::text AS day,
         CASE WHEN link.inhrelid IS NULL THEN 'no' WHEN link.inhdetachpending THEN 'pending' ELSE 'yes' END AS attached
       FROM pg_class AS child LEFT JOIN pg_inherits AS link ON link.inhrelid = child.oid
       WHERE child.relnamespace = $1::regnamespace AND child.relkind = 'r' AND child.relname ~ $2
       ORDER BY day`,
      [this.schema, `^${this.table}_[0-9]{8}$`],
    );
    return rows;
  }

  /** Days with a partition that ended more than the given number of days ago. */
  async expired(pool: Pool, retentionDays: number, now: number): Promise<PartitionDay[]> {
    const first = firstRetainedDay(retentionDays, now);
    return (await this.list(pool)).filter(({ day }) => day < first);
  }

  /**
   * Detaches a day's partition and drops it. A writer waits at most a tenth of a second for it.
   * @param alongside runs in the transaction that drops the partition.
   */
  async drop(
    pool: Pool,
    { day, attached }: PartitionDay,
    alongside?: (client: PoolClient) => Promise<unknown>,
  ): Promise<void> {
    if (attached !== 'no') await this.detach(pool, day);
    await inTransaction(pool, 'BEGIN', async (client) => {
      await client.query(`SELECT ${this.schema}.drop_${this.table}_day($1)`, [day]);
      await alongside?.(client);
    });
  }

  private async detach(pool: Pool, day: string): Promise<void> {
    for (;;) {
      try {
        await pool.query(`SELECT ${this.schema}.detach_${this.table}_day($1)`, [day]);
        return;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        await pause(DETACH_PAUSE);
      }
    }
  }

  private async make(client: PoolClient, day: string): Promise<void> {
    await client.query(`SELECT ${this.schema}.make_${this.table}_day($1)`, [day]);
  }

  private async exists(connection: Pick<Pool, 'query'>, day: string): Promise<boolean> {
    const { rows } = await connection.query(
      'SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = $2',
      [this.schema, `${this.table}_${day.replaceAll('-', '')}`],
    );
    return rows.length > 0;
  }
}
