import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@service/platform/logging';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import { Pool } from 'pg';
import { LOGGER } from '../../infrastructure/injection-tokens.js';

const MINUTE = 60_000;
/** Milliseconds between two writes. A crash loses only younger uses. */
const PAUSE = 1_000;
/** Most secrets in the map of known uses; a full map is cleared. */
const MOST_KNOWN = 10_000;

/**
 * When secrets that a rotation replaced were used last, to the minute. Uses are noted in memory and written outside
 * of the requests: a token in constant use costs one write a minute.
 */
@Injectable()
export class FormerSecretUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly noted = new Map<string, number>();
  /** The minute of each secret's last noted use. */
  private readonly known = new Map<string, number>();
  private readonly task: PeriodicTask;

  constructor(
    private readonly pool: Pool,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new PeriodicTask(
      () => this.write(),
      PAUSE,
      new OutageLog(logger, 'Noting uses of rotated secrets'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
    // The database may be gone by now; losing a minute's uses is better than waiting.
    await this.write().catch(() => undefined);
  }

  /** @param now milliseconds since 1970. */
  note(keyId: string, now: number): void {
    const minute = now - (now % MINUTE);
    if (this.known.get(keyId) === minute) return;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(keyId, minute);
    this.noted.set(keyId, minute);
  }

  /** Writes the uses that were noted since the last write. */
  async write(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = [...this.noted].toSorted(([one], [other]) => (one < other ? -1 : 1));
    this.noted.clear();
    try {
      await this.pool.query({
        name: 'note-former-secret-uses',
        text: `INSERT INTO verify_api.former_secret_uses AS use (key_id, last_used_at)
          SELECT key_id, to_timestamp(minute / 1000) FROM unnest($1::text[], $2::float8[]) AS noted (key_id, minute)
          ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at
            WHERE use.last_used_at < excluded.last_used_at`,
        values: [uses.map(([keyId]) => keyId), uses.map(([, minute]) => minute)],
      });
    } catch (error) {
      for (const [keyId, minute] of uses) if (!this.noted.has(keyId)) this.noted.set(keyId, minute);
      throw error;
    }
  }

  /** The last uses of those secrets that were used, by key id. */
  async of(keyIds: readonly string[]): Promise<Map<string, string>> {
    if (keyIds.length === 0) return new Map();
    const { rows } = await this.pool.query<{ key_id: string; last_used_at: Date }>({
      name: 'former-secret-uses',
      text: 'SELECT key_id, last_used_at FROM verify_api.former_secret_uses WHERE key_id = ANY ($1)',
      values: [keyIds],
    });
    return new Map(rows.map(({ key_id, last_used_at }) => [key_id, last_used_at.toISOString()]));
  }
}
