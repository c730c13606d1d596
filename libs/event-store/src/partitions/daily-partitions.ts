import { dayOf, endOf, firstKeptDay } from '@service/platform/days';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../following/transaction.js';

/** A day that has a partition. */
export interface KeptDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Whether the partition belongs to the table still; `pending` where taking it off was interrupted. */
  attached: 'yes' | 'pending' | 'no';
}

/** The partitions of a table that is partitioned by the range of a day. */
export class DailyPartitions {
  /** @param lock number of the advisory lock that serialises the makers of its partitions, whichever process they are in. */
  constructor(
    private readonly schema: string,
    private readonly table: string,
    private readonly lock: number,
  ) {}

  /** Name of the table that holds a day, with its schema. */
  partitionOf(day: string): string {
    return `${this.schema}.${this.nameOf(day)}`;
  }

  /** Makes the partitions of days, where they are missing. */
  async ensure(pool: Pool, days: readonly string[]): Promise<void> {
    for (const day of days) {
      if (await this.exists(pool, day)) continue;
      await inTransaction(pool, 'BEGIN', (client) => this.ensureOne(client, day));
    }
  }

  /**
   * The same in the transaction of whoever needs them. They are made apart and then attached, which waits for no
   * reader, and lets no writer wait behind one.
   */
  async ensureBy(client: PoolClient, days: readonly string[]): Promise<void> {
    for (const day of days) if (!(await this.exists(client, day))) await this.ensureOne(client, day);
  }

  /** Days that have a partition, also one that is taken off but not dropped yet; oldest first. */
  async kept(pool: Pool): Promise<KeptDay[]> {
    const { rows } = await pool.query<KeptDay>(
      `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::text AS day,
         CASE WHEN link.inhrelid IS NULL THEN 'no' WHEN link.inhdetachpending THEN 'pending' ELSE 'yes' END AS attached
       FROM pg_class AS child LEFT JOIN pg_inherits AS link ON link.inhrelid = child.oid
       WHERE child.relnamespace = $1::regnamespace AND child.relkind = 'r' AND child.relname ~ $2
       ORDER BY day`,
      [this.schema, `^${this.table}_[0-9]{8}$`],
    );
    return rows;
  }

  /** Those of them that have been over for longer than so many days. */
  async expired(pool: Pool, retentionDays: number, now: number): Promise<KeptDay[]> {
    const first = firstKeptDay(retentionDays, now);
    return (await this.kept(pool)).filter(({ day }) => day < first);
  }

  /**
   * Takes a day's partition off and drops it; waits for no writer, and lets none wait.
   * @param alongside is done in the transaction that drops it.
   */
  async drop(
    pool: Pool,
    { day, attached }: KeptDay,
    alongside?: (client: PoolClient) => Promise<unknown>,
  ): Promise<void> {
    const partition = this.partitionOf(day);
    if (attached !== 'no') {
      const how = attached === 'yes' ? 'CONCURRENTLY' : 'FINALIZE';
      await pool.query(`ALTER TABLE ${this.schema}.${this.table} DETACH PARTITION ${partition} ${how}`);
    }
    await inTransaction(pool, 'BEGIN', async (client) => {
      await client.query(`DROP TABLE ${partition}`);
      await alongside?.(client);
    });
  }

  private nameOf(day: string): string {
    return `${this.table}_${day.replaceAll('-', '')}`;
  }

  private async ensureOne(client: PoolClient, day: string): Promise<void> {
    await client.query('SELECT pg_advisory_xact_lock($1)', [this.lock]);
    if (await this.exists(client, day)) return;
    const partition = this.partitionOf(day);
    const next = dayOf(endOf(day));
    await client.query(`CREATE TABLE ${partition} (LIKE ${this.schema}.${this.table} INCLUDING ALL)`);
    await client.query(
      `ALTER TABLE ${this.schema}.${this.table} ATTACH PARTITION ${partition} FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
  }

  /** By a look into the table of tables: what `to_regclass` remembers is from before the wait for the lock. */
  private async exists(connection: Pick<Pool, 'query'>, day: string): Promise<boolean> {
    const { rows } = await connection.query(
      'SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = $2',
      [this.schema, this.nameOf(day)],
    );
    return rows.length > 0;
  }
}
