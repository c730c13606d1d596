import { agreedNow, type SealHistory } from '@service/contracts';
import type { Lease } from '@service/event-store';
import { digestText, type Digest } from '@service/evidence';
import type { Duty } from '@service/messaging';
import { newCommand, type CommandClient } from '@service/messaging/commands';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { findMovedLanes } from './moved-lanes.js';
import { writeSeal } from './write-seal.js';

/** Milliseconds between two seals. */
const PAUSE = 1_000;
/** Milliseconds to wait for the log to accept a seal before it is sent again. */
const PATIENCE = 2_000;
/** Most lanes in one seal: hashing more at once would delay answers. */
const MOST_LANES = 2_000;

/** The newest seal that the log has accepted. */
interface NewestTaken {
  /** Origin of the log; null if there is no log yet. */
  origin: string | null;
  number: number;
  digest: Digest | null;
}

/** That seal, and the text of the next one that is stored here. */
type Taken = NewestTaken & { next: string | null };

/** Thrown if the log has another seal with the same number. */
class SealRefusedError extends Error {
  override readonly name = 'SealRefusedError';
}

/**
 * Seals the history, run by run: each seal covers the lanes with new lines; it is stored here and then sent to the
 * transparency log. Each run first sends seals that the log has not accepted. So at most one seal waits while the log
 * is unavailable, and a run continues where an interrupted one stopped.
 */
export class HistorySealer implements Duty {
  private readonly task: PeriodicTask;
  private lease: Lease | null = null;
  /** Everything before this moment is known to be sealed; null where another process seals. */
  private sealedUntil: number | null = null;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly commands: CommandClient,
    logger: Logger,
    private readonly now: () => number = Date.now,
  ) {
    this.task = new PeriodicTask(
      () => this.seal(),
      PAUSE,
      new OutageLog(logger, 'Sealing the interaction history'),
    );
  }

  begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    this.stopped = false;
    this.sealedUntil = this.now();
    this.task.start();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.stopped = true;
    await this.task.stop();
    this.sealedUntil = null;
  }

  /**
   * Milliseconds since every line was last known to be sealed, or since the start; null where another process seals.
   */
  lag(): number | null {
    return this.sealedUntil === null ? null : Math.max(0, this.now() - this.sealedUntil);
  }

  /** Seals until no lane has new lines, or until it is stopped. */
  async seal(): Promise<void> {
    let newest = await this.sendUnsent();
    for (let full = true; full && !this.stopped;) {
      if (newest.origin === null) return;
      const began = this.now();
      const lanes = await findMovedLanes(this.pool, MOST_LANES);
      full = lanes.length === MOST_LANES;
      if (lanes.length === 0) {
        this.coveredUntil(began);
        return;
      }
      const seal = await writeSeal(this.pool, this.lease, lanes, {
        log: newest.origin,
        number: newest.number + 1,
        previous: newest.digest,
        sealed_at: new Date(this.now()).toISOString(),
      });
      await this.send(seal);
      newest = { origin: newest.origin, ...seal };
      if (!full) this.coveredUntil(began);
    }
  }

  private coveredUntil(moment: number): void {
    if (this.sealedUntil !== null) this.sealedUntil = moment;
  }

  /** Sends the seals that the log has not accepted, and returns the newest seal after that. */
  private async sendUnsent(): Promise<NewestTaken> {
    let { next, ...newest } = await this.readTaken();
    while (next !== null) {
      const seal = { number: newest.number + 1, digest: digestText(next) };
      await this.send(seal);
      newest = { origin: newest.origin, ...seal };
      const { rows } = await this.pool.query<{ text: string }>(
        'SELECT text FROM verify_api.history_seals WHERE number = $1',
        [seal.number + 1],
      );
      next = rows[0]?.text ?? null;
    }
    return newest;
  }

  /** Read from the log, because seals may have been removed or changed here. */
  private async readTaken(): Promise<Taken> {
    const { rows } = await this.pool.query<{
      origin: string | null;
      number: number | null;
      digest: string | null;
      next: string | null;
    }>({
      name: 'taken_seal',
      text: `SELECT state.origin, seal.number, encode(seal.digest, 'hex') AS digest, own.text AS next
        FROM (VALUES (1)) AS one LEFT JOIN record_store_published.log_state AS state ON true
        LEFT JOIN LATERAL (
          SELECT number, digest FROM record_store_published.log_seals ORDER BY number DESC LIMIT 1
        ) AS seal ON true
        LEFT JOIN verify_api.history_seals AS own ON own.number = coalesce(seal.number, 0) + 1`,
    });
    const { origin = null, number = null, digest = null, next = null } = rows[0] ?? {};
    return { origin, number: number ?? 0, digest: digest === null ? null : `sha256:${digest}`, next };
  }

  /** @throws ServiceError if the log does not answer in time. @throws SealRefusedError */
  private async send({ number, digest }: SealHistory): Promise<void> {
    const deadline = agreedNow() + PATIENCE;
    const payload = { number, digest };
    const command = newCommand('history.seal', payload, {
      key: 'history',
      project_id: null,
      issued_by: 'service:verify-api',
      deadline,
    });
    const stored = await this.commands.send(command);
    if (stored.digest !== digest)
      throw new SealRefusedError(`The log has another seal with the number ${number}.`);
  }
}
