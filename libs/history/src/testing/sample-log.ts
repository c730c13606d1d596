import {
  UnavailableError,
  agreedNow,
  type CommandEnvelope,
  type StoredSeal,
  type SealHistory,
} from '@service/contracts';
import { digestBytes, historySlot } from '@service/evidence';
import type { CommandClient } from '@service/messaging/commands';
import { createLogger } from '@service/platform/logging';
import type { EmbeddedDatabase } from '@service/testing';
import { HistorySealer } from '../sealing/history-sealer.js';

export const SAMPLE_ORIGIN = 'log.example/development';

/** A transparency log that accepts only seals. */
export class SampleLog {
  /** Numbers of the seals that were sent; retries repeat them. */
  readonly taken: number[] = [];
  /** Called before and after a seal is accepted. */
  before: () => Promise<void> = () => Promise.resolve();
  after: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly database: Pick<EmbeddedDatabase, 'pool'>) {}

  /** Creates the log, without any entry. */
  async open(): Promise<void> {
    const { pool } = this.database;
    await pool.query(`TRUNCATE record_store_published.log_state, record_store_published.log_head, record_store_published.log_leaves,
      record_store_published.log_seals`);
    await pool.query('INSERT INTO record_store_published.log_state VALUES ($1)', [SAMPLE_ORIGIN]);
    await pool.query('INSERT INTO record_store_published.log_head VALUES (0)');
  }

  /** Sends seals to it. */
  get commands(): CommandClient {
    const send = async ({ payload, key, deadline }: CommandEnvelope<'history.seal'>): Promise<StoredSeal> => {
      const late = agreedNow() - deadline;
      if (late >= 0) throw new UnavailableError({ cause: 'deadline_passed', key, late_ms: late });
      await this.before();
      const stored = await this.take(payload);
      await this.after();
      return stored;
    };
    return { send } as unknown as CommandClient;
  }

  /** Adds the accepted seals to the log. */
  async sequence(): Promise<void> {
    const { pool } = this.database;
    const { rows } = await pool.query<{ number: number; digest: Buffer }>(
      `SELECT number, digest FROM record_store_published.log_seals
       WHERE number > (SELECT coalesce(max(sequence), 0) FROM record_store_published.log_leaves) ORDER BY number`,
    );
    for (const { number, digest } of rows) {
      await pool.query(`INSERT INTO record_store_published.log_leaves VALUES ($1, $2, $3, 'history', $4)`, [
        number - 1,
        historySlot(SAMPLE_ORIGIN, number),
        digest,
        number,
      ]);
      await pool.query('UPDATE record_store_published.log_head SET tree_size = $1', [number]);
    }
  }

  /** Seals all new lines and adds the seals to the log. */
  async seal(): Promise<void> {
    await new HistorySealer(this.database.pool, this.commands, createLogger('silent')).seal();
    await this.sequence();
  }

  private async take({ number, digest }: SealHistory): Promise<StoredSeal> {
    this.taken.push(number);
    const { pool } = this.database;
    await pool.query('INSERT INTO record_store_published.log_seals VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      number,
      digestBytes(digest),
    ]);
    const { rows } = await pool.query<{ digest: Buffer }>(
      'SELECT digest FROM record_store_published.log_seals WHERE number = $1',
      [number],
    );
    return { number, digest: `sha256:${rows[0]?.digest.toString('hex')}` };
  }
}
