import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { ServiceError, agreedNow } from '@service/contracts';
import { Pool } from 'pg';
import { ConsoleSeals, type SealPurpose } from './console-seals.js';

/** Milliseconds for which a challenge or proof is valid. */
const CHALLENGE_LIFE = 5 * 60_000;

interface Written<Terms extends object> {
  terms: Terms;
  /** Random and unique value that the answer must be made for. */
  challenge: string;
  expiresAt: number;
}

/** A challenge that was given out. */
export interface Challenge<Terms extends object> extends Written<Terms> {
  /** Returned by the browser with its answer: all of the members above, sealed. */
  id: string;
}

/**
 * Challenges and proofs, each for one purpose, one use and five minutes. Unused ones are not stored, so that requesting many
 * fills no table. The digest of a used one is stored until it would have expired.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly seals: ConsoleSeals,
    @Inject(Pool) private readonly pool: Pick<Pool, 'query'>,
    @Optional() private readonly now: () => number = agreedNow,
  ) {}

  make<Terms extends object>(purpose: SealPurpose, terms: Terms): Challenge<Terms> {
    const expiresAt = this.now() + CHALLENGE_LIFE;
    const written = { terms, challenge: randomBytes(32).toString('base64url'), expiresAt };
    return { ...written, id: this.seals.write(purpose, written) };
  }

  /** @throws ServiceError `session.challenge_invalid` for an invalid or expired id, and for one of another purpose. */
  open<Terms extends object>(purpose: SealPurpose, id: string): Challenge<Terms> {
    const written = this.seals.read<Written<Terms>>(purpose, id);
    if (written === null || written.expiresAt <= this.now()) throw invalid();
    return { ...written, id };
  }

  /**
   * Marks a challenge or proof as used. Of concurrent uses, one succeeds.
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

  /** Deletes the digests of expired challenges and proofs. */
  async forgetExpired(): Promise<void> {
    // With a margin: by the clock of another replica, the challenge may not have expired yet.
    const before = new Date(this.now() - CHALLENGE_LIFE);
    await this.pool.query('DELETE FROM verify_api.console_spent WHERE expires_at < $1', [before]);
  }
}

function invalid(): ServiceError {
  return new ServiceError('session.challenge_invalid');
}
