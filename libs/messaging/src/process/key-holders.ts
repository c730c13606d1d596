import { newId } from '@service/contracts';
import { inTransaction } from '@service/event-store';
import { DATABASE_APPS } from '@service/platform/boundaries';
import type { DatabaseApp } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { continueAlone } from '@service/platform/postgres';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import type { Pool, PoolClient } from 'pg';

/** Keys that several processes must have. */
export interface SharedKeys {
  /** Of the file. */
  readonly setting: string;
  /** Ids of the keys that the file holds now. */
  ids(): readonly string[];
}

interface Holder {
  app: DatabaseApp;
  setting: string;
  ids: string[];
}

/**
 * Milliseconds: a process that was killed is forgotten after `goneAfter`. A start that does not get the lock within `patience`,
 * which PostgreSQL reads, fails: a machine that is gone can hold the lock for hours.
 */
const TIMES = { beat: 30_000, goneAfter: 120_000, patience: '30s' };

/** A row ahead of the clock belongs to no running process: the clock was set back, or the row comes from another server. */
const IS_HEARD_OF = `(seen_at BETWEEN clock_timestamp() - $1 * interval '1 millisecond'
  AND clock_timestamp() + $1 * interval '1 millisecond')`;

/**
 * Compares the keys of the processes of an environment through its database, by their ids. Without this, a process with
 * other keys would start, and the others would later refuse what it signs, seals or sends.
 */
export class KeyHolders {
  private readonly process = newId('request');
  private readonly held: SharedKeys[] = [];
  private readonly beats: PeriodicTask;
  private joining: Promise<unknown> = Promise.resolve();
  private hasLeft = false;

  constructor(
    private readonly pool: Pool,
    private readonly app: DatabaseApp,
    logger: Logger,
    private readonly times = TIMES,
  ) {
    const outage = new OutageLog(logger, 'Publishing the key ids of this process');
    this.beats = new PeriodicTask(() => this.tell(this.held), times.beat, outage);
  }

  /**
   * Publishes the ids of these keys to other processes, now and when their files change; does nothing after `leave`.
   * @throws StartError where a running process has none of them.
   */
  async join(keys: readonly SharedKeys[]): Promise<void> {
    if (this.hasLeft) return;
    const entered = this.enter(keys);
    this.joining = entered.catch(() => undefined);
    await entered;
    if (this.held.length === 0 && !this.hasLeft) this.beats.start();
    this.held.push(...keys);
  }

  /** Removes the ids, so that other processes may have other keys; also during a start. */
  async leave(): Promise<void> {
    this.hasLeft = true;
    await this.beats.stop();
    await this.forget();
    // Once more: a `join` under way may have committed after the first deletion.
    await this.joining;
    await this.forget();
  }

  private async enter(keys: readonly SharedKeys[]): Promise<void> {
    await inTransaction(this.pool, 'BEGIN', async (client) => {
      // Of two that start at once, the second must see the first.
      await continueAlone(client, 'key_holders', this.times.patience);
      const others = await this.others(client);
      for (const each of keys) requireCommonKey(each, others);
      await this.tell(keys, client);
    });
  }

  private async forget(): Promise<void> {
    // Where the database does not answer, the rows expire.
    await this.pool
      .query(`DELETE FROM ${this.app}.key_holders WHERE process = $1`, [this.process])
      .catch(() => undefined);
  }

  private async others(client: PoolClient): Promise<Holder[]> {
    const tables = DATABASE_APPS.map((app) => {
      const schema = app === this.app ? app : `${app}_published`;
      return `SELECT '${app}' AS app, setting, ids, seen_at, process FROM ${schema}.key_holders`;
    });
    const { rows } = await client.query<Holder>(
      `SELECT app, setting, ids FROM (${tables.join(' UNION ALL ')}) AS holders
       WHERE ${IS_HEARD_OF} AND cardinality(ids) > 0 AND process <> $2`,
      [this.times.goneAfter, this.process],
    );
    return rows;
  }

  private async tell(keys: readonly SharedKeys[], client: Pool | PoolClient = this.pool): Promise<void> {
    const held = Array.from(new Map(keys.map(({ setting, ids }) => [setting, ids()])));
    await client.query(
      `INSERT INTO ${this.app}.key_holders (process, setting, ids, seen_at)
       SELECT $1, setting, ids, clock_timestamp() FROM jsonb_to_recordset($2) AS held (setting text, ids text[])
       ON CONFLICT (process, setting) DO UPDATE SET ids = excluded.ids, seen_at = excluded.seen_at`,
      [this.process, JSON.stringify(held.map(([setting, ids]) => ({ setting, ids })))],
    );
    await client.query(`DELETE FROM ${this.app}.key_holders WHERE NOT ${IS_HEARD_OF}`, [
      this.times.goneAfter,
    ]);
  }
}

/** One key in common is enough: while keys are changed, some processes have the new one already. */
function requireCommonKey({ setting, ids }: SharedKeys, holders: readonly Holder[]): void {
  const own = ids();
  const other = holders.find(
    (holder) => holder.setting === setting && !holder.ids.some((id) => own.includes(id)),
  );
  if (other === undefined) return;
  throw new StartError(
    `${setting} gives the keys ${own.join(', ')}, but a running ${other.app.replace('_', '-')} has ${other.ids.join(', ')}; give all processes the same file.`,
  );
}
