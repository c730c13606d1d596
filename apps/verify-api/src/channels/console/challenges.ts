import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '@service/contracts';
import type { Pool } from 'pg';
import type { ConsoleSeals, SealPurpose } from './console-seals.js';

/** Milliseconds for which a challenge and a proof serve. */
const CHALLENGE_LIFE = 5 * 60_000;

interface Written<Terms extends object> {
  terms: Terms;
  /** What the answer must be made for, random and unique. */
  challenge: string;
  expiresAt: number;
}

/** A challenge that was given out. */
export interface Challenge<Terms extends object> extends Written<Terms> {
  /** What the browser names it by; it holds all of the above, sealed. */
  id: string;
}

/**
 * Challenges and proofs, each for one purpose, one use and five minutes. Nothing is stored of one before it is used, so that
 * asking for many fills no table; then its digest is, until it would have expired.
 */
export class Challenges {
  constructor(
    private readonly seals: ConsoleSeals,
    private readonly pool: Pick<Pool, 'query'>,
    private readonly now: () => number = Date.now,
  ) {}

  make<Terms extends object>(purpose: SealPurpose, terms: Terms, life = CHALLENGE_LIFE): Challenge<Terms> {
    const written = { terms, challenge: randomBytes(32).toString('base64url'), expiresAt: this.now() + life };
    return { ...written, id: this.seals.write(purpose, written) };
  }

  /** @throws ServiceError `session.challenge_invalid` for another purpose, and once it has expired. */
  open<Terms extends object>(purpose: SealPurpose, id: string): Challenge<Terms> {
    const written = this.seals.read<Written<Terms>>(purpose, id);
    if (written === null || written.expiresAt <= this.now()) throw invalid();
    return { ...written, id };
  }

  /**
   * Uses it up. Of several who use one at the same time, one succeeds.
   * @throws ServiceError `session.challenge_invalid` where it was used before.
   */
  async spend({ challenge, expiresAt }: Pick<Challenge<object>, 'challenge' | 'expiresAt'>): Promise<void> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO verify_api.console_spent (digest, expires_at) VALUES ($1, to_timestamp($2::float8 / 1000))
       ON CONFLICT DO NOTHING`,
      [createHash('sha256').update(challenge).digest(), expiresAt],
    );
    if (rowCount !== 1) throw invalid();
  }

  /** Forgets those that have expired. */
  async forgetExpired(): Promise<void> {
    // Later than by the clock of another replica, which may still accept it.
    const before = new Date(this.now() - CHALLENGE_LIFE);
    await this.pool.query('DELETE FROM verify_api.console_spent WHERE expires_at < $1', [before]);
  }
}

function invalid(): ServiceError {
  return new ServiceError('session.challenge_invalid');
}
