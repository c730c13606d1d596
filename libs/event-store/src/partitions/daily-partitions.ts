import { setTimeout as pause } from 'node:timers/promises';
import { firstRetainedDay } from '@service/platform/days';
import { isLockTimeout } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../following/transaction.js';

/** A day that has a partition. */
export interface PartitionDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Whether the partition is attached to the table; `pending` where detaching it was interrupted. */
  attached: 'yes' | 'pending' | 'no';
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

  /** The functions' signatures, as a boundary names them. */
  get functions(): string[] {
    return ['make', 'detach', 'drop'].map((verb) => `${verb}_${this.table}_day(date)`);
  }

  /** Statements that create the functions, for a migration. */
  functionsSql(): string[] {
    return [this.makeSql(), this.detachSql(), this.dropSql()];
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
   */
  async ensureBy(client: PoolClient, days: readonly string[]): Promise<void> {
    for (const day of days) if (!(await this.exists(client, day))) await this.make(client, day);
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

  // Reads pg_class, since `to_regclass` may answer from a cache that is older than the lock.
  private makeSql(): string {
    const { schema, table, lock } = this;
    return this.functionSql(
      'make',
      `PERFORM pg_advisory_xact_lock(${lock});
      IF EXISTS (SELECT FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relname = _name) THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE ${schema}.%I (LIKE ${schema}.${table} INCLUDING ALL)', _name);
      EXECUTE format('ALTER TABLE ${schema}.${table} ATTACH PARTITION ${schema}.%I FOR VALUES FROM (%L) TO (%L)',
        _name, _day, _day + 1);`,
    );
  }

  // Without CONCURRENTLY, which functions do not allow: it waits for a tenth of a second, and its caller
  // retries.
  private detachSql(): string {
    const { schema, table } = this;
    return this.functionSql(
      'detach',
      `IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
        RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
      END IF;
      EXECUTE format('ALTER TABLE ${schema}.${table} DETACH PARTITION ${schema}.%I %s', _name, (
        SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
        WHERE inhrelid = format('${schema}.%I', _name)::regclass));`,
      "SET lock_timeout = '100ms'",
    );
  }

  private dropSql(): string {
    return this.functionSql(
      'drop',
      `IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('${this.schema}.%I', _name)::regclass) THEN
        RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
      END IF;
      EXECUTE format('DROP TABLE ${this.schema}.%I', _name);`,
    );
  }

  /**
   * Statements that create the function `<verb>_<table>_day`, which acts on the partition `_name`. It runs with its
   * owner's rights, so its search path holds no schema that its caller could have filled.
   */
  functionSql(verb: string, body: string, settings = ''): string {
    const name = `${this.schema}.${verb}_${this.table}_day(_day date)`;
    return `CREATE OR REPLACE FUNCTION ${name} RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ${settings} AS $$
    DECLARE
      _name text := '${this.table}_' || to_char(_day, 'YYYYMMDD');
    BEGIN
      -- Of other days the name would be another's: those before Christ have the same digits.
      IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
        RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
      END IF;
      ${body}
    END $$;
    REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`;
  }
}
