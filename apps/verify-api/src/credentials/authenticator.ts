import { hash, timingSafeEqual } from 'node:crypto';
import { ServiceError, type Environment, type HeldCapability } from '@service/contracts';
import type { Directory, KnownSecret } from '../views/directory.js';
import type { Caller } from './caller.js';
import type { Pepper } from './pepper.js';
import { parseToken, type Token } from './token.js';

/** Stands in for a key id that nobody has. */
const NOBODYS = { hmac: Buffer.alloc(32), worksUntil: null } as KnownSecret;

/** Tells who sent a request, in the order of checks that the design sets; needs no query. */
export class Authenticator {
  private readonly confirmed = new WeakMap<KnownSecret, Buffer>();

  constructor(
    private readonly directory: Directory,
    private readonly pepper: Pepper,
    private readonly environment: Environment,
  ) {}

  /**
   * @param authorization the `Authorization` header (RFC 6750).
   * @throws ServiceError `authentication.missing`, `authentication.invalid`,
   *   `credential.environment_mismatch`, `credential.revoked`, `credential.expired`, `project.suspended`.
   */
  authenticate(authorization: string | undefined, now: number): Caller {
    if (authorization === undefined || authorization === '') throw new ServiceError('authentication.missing');
    const token = parseToken(bearerOf(authorization));
    if (token === null) throw new ServiceError('authentication.invalid');
    if (token.environment !== this.environment) throw new ServiceError('credential.environment_mismatch');
    const { credential } = this.knownSecret(token, now);
    if (credential.state === 'revoked') throw new ServiceError('credential.revoked');
    const due = credential.expires_at !== null && Date.parse(credential.expires_at) <= now;
    if (due || credential.state === 'expired') throw new ServiceError('credential.expired');
    if (credential.project_id !== null && this.directory.project(credential.project_id)?.state !== 'active') {
      throw new ServiceError('project.suspended');
    }
    return {
      credentialId: credential.id,
      projectId: credential.project_id,
      capabilities: credential.capabilities,
      expiresAt: credential.expires_at,
    };
  }

  /** The same work whether the key id is unknown or the secret wrong, so that neither can be told apart. */
  private knownSecret(token: Token, now: number): KnownSecret {
    const known = this.directory.secretOf(token.keyId) ?? NOBODYS;
    const right = this.isRight(token, known);
    const ended = known.worksUntil !== null && Date.parse(known.worksUntil) <= now;
    if (known === NOBODYS || !right || ended) throw new ServiceError('authentication.invalid');
    return known;
  }

  /**
   * The HMAC is computed once for a token that is right; from then on a digest in memory tells it again, at a
   * third of the cost.
   */
  private isRight(token: Token, known: KnownSecret): boolean {
    const digest = hash('sha256', token.hashed, 'buffer');
    const confirmed = this.confirmed.get(known);
    if (confirmed !== undefined && timingSafeEqual(digest, confirmed)) return true;
    const right = this.pepper.matches(token, known.hmac);
    if (right) this.confirmed.set(known, digest);
    return right;
  }
}

/** @throws ServiceError `authority.insufficient_scope`, naming what is needed and what is held. */
export function requireCapability(caller: Caller, capability: HeldCapability): void {
  if (caller.capabilities.includes(capability)) return;
  throw new ServiceError('authority.insufficient_scope', {
    scope_required: capability,
    scope_held: caller.capabilities,
  });
}

function bearerOf(authorization: string): string {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}
