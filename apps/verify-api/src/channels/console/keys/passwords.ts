import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError, invalidRequest } from '@service/contracts';

/** OWASP’s minimum for argon2id: 19 MiB, two passes, one lane. */
const TERMS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/;

/** Hashes that run at a time, since each takes a core and 19 MiB; and the most that wait. */
const AT_A_TIME = 2;
const MOST_WAITING = 16;

const PASSWORD_BOUNDS = { least: 15, most: 256 } as const;
/** A password with fewer different characters is easy to guess. */
const LEAST_DIFFERENT = 6;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** Hashes and compares passwords, a few at a time. */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Used where there is no hash, so that the answer takes as long. */
  private readonly nobody = encoded(randomBytes(SALT_BYTES), randomBytes(TERMS.tagLength));

  /** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return encoded(salt, await this.derive(password, salt));
  }

  /**
   * @param hash null for an operator without a password: checking takes as long, so that the time reveals nothing.
   * @param first whether it goes before the waiting ones, so that strangers cannot delay it.
   */
  async matches(password: string, hash: string | null, first = false): Promise<boolean> {
    const [, salt = '', tag = ''] = HASH.exec(hash ?? this.nobody) ?? [];
    const expected = Buffer.from(tag, 'base64');
    const given = await this.derive(password, Buffer.from(salt, 'base64'), first);
    return expected.length === given.length && timingSafeEqual(expected, given) && hash !== null;
  }

  /** @throws ServiceError `rate.limited` where too many wait already. */
  private async derive(password: string, nonce: Buffer, first = false): Promise<Buffer> {
    if (this.running >= AT_A_TIME) {
      if (this.waiting.length >= MOST_WAITING && !first) {
        const message = `At most ${MOST_WAITING} passwords wait to be checked at a time.`;
        throw new ServiceError('rate.limited', { message }, 1);
      }
      await new Promise<void>((go) => (first ? this.waiting.unshift(go) : this.waiting.push(go)));
    } else this.running += 1;
    try {
      return await derive('argon2id', { ...TERMS, nonce, message: password.normalize('NFKC') });
    } finally {
      // The next waiting hash takes this place.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/**
 * @param known texts about the operator that others may know, such as the address: a password of little else is refused.
 * @throws ServiceError `request.invalid`.
 */
export function requireGoodPassword(password: string, known: readonly string[]): void {
  const characters = Array.from(password.normalize('NFKC'));
  const { least, most } = PASSWORD_BOUNDS;
  if (characters.length < least || characters.length > most) {
    throw invalidRequest('password', `must be of ${least} to ${most} characters`);
  }
  const plain = password.toLowerCase();
  const isKnown = known.some(
    (each) => each !== '' && plain.replaceAll(each.toLowerCase(), '').length < least / 2,
  );
  if (new Set(characters).size < LEAST_DIFFERENT || isKnown) {
    throw invalidRequest('password', 'is too easy to guess');
  }
}

function encoded(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = TERMS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
