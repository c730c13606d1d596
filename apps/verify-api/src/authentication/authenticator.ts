import { hash } from 'node:crypto';
import {
  ServiceError,
  UnavailableError,
  type CredentialSnapshot,
  type Environment,
  type HeldCapability,
} from '@service/contracts';
import { millisecondsOf } from '@service/evidence';
import { AddressRanges } from '@service/platform/addresses';
import type { Logger } from '@service/platform/logging';
import type { Directory, DirectorySecret } from '../views/directory.js';
import type { Freshness } from '../views/freshness.js';
import type { Caller } from './caller.js';
import type { Peppers } from './peppers/peppers.js';
import { parseToken, type Token } from './tokens/token.js';

/** Proofs that are remembered at the most; then all are forgotten. */
const PROOF_CAPACITY = 10_000;
const NOT_BEARER = 'The Authorization header must be of the Bearer scheme: `Bearer <token>`.';
/** Stands in for a key id that nobody has. */
const UNKNOWN_SECRET = { hmac: Buffer.alloc(32), pepperId: '', worksUntil: null } as DirectorySecret;

/** Tells who sent a request, in the order of checks that the design sets; needs no query. */
export class Authenticator {
  /** Headers that proved their secret, by digest: telling one again costs a fifth of proving it. */
  private readonly proofs = new Map<string, { keyId: string; known: DirectorySecret }>();
  /** Ids of peppers that were asked for in vain. */
  private readonly missed = new Set<string>();

  constructor(
    private readonly directory: Directory,
    private readonly freshness: Freshness,
    private readonly peppers: Peppers,
    private readonly environment: Environment,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Whose secret a request carries, whether or not it may be used.
   * @param authorization the `Authorization` header (RFC 6750).
   * @throws ServiceError `authentication.missing`, `authentication.invalid`,
   *   `credential.environment_mismatch`; `service.unavailable` while the directory is too far behind to say, and
   *   for a key whose pepper is not held here.
   */
  identify(authorization: string | undefined, now: number): CredentialSnapshot {
    if (authorization === undefined || authorization === '') throw new ServiceError('authentication.missing');
    this.freshness.require();
    return (this.proven(authorization, now) ?? this.prove(authorization, now)).credential;
  }

  /**
   * Lets a credential be used, whose secret has been shown.
   * @param address where the request comes from, as `clientAddress` answers it.
   * @throws ServiceError `credential.revoked`, `credential.expired`, `credential.address_not_allowed`,
   *   `project.suspended`.
   */
  requireUsable(credential: CredentialSnapshot, address: string, now: number): void {
    if (credential.state === 'revoked') throw new ServiceError('credential.revoked');
    const due = credential.expires_at !== null && millisecondsOf(credential.expires_at) <= now;
    if (due || credential.state === 'expired') throw new ServiceError('credential.expired');
    if (!mayComeFrom(credential, address)) throw new ServiceError('credential.address_not_allowed');
    if (credential.project_id !== null && this.directory.project(credential.project_id)?.state !== 'active') {
      throw new ServiceError('project.suspended');
    }
  }

  /** The credential that a token belongs to, where it holds a secret that works.
   *  @throws ServiceError `service.unavailable` for a key whose pepper is not held here. */
  ownerOf(token: Token, now: number): CredentialSnapshot | undefined {
    return this.knownSecret(token, now)?.credential;
  }

  /** What a credential lets its bearer do. */
  callerOf(credential: CredentialSnapshot): Caller {
    const project =
      credential.project_id === null ? undefined : this.directory.project(credential.project_id);
    return {
      credentialId: credential.id,
      projectId: credential.project_id,
      capabilities: credential.capabilities,
      authorities: credential.authorities,
      rateLimit: credential.rate_limit,
      quota: project?.quota ?? {},
    };
  }

  /** The secret that this very header proved before, as long as it is still the one that is known. */
  private proven(authorization: string, now: number): DirectorySecret | undefined {
    const proof = this.proofs.get(hash('sha256', authorization, 'base64url'));
    if (proof === undefined || this.directory.secretOf(proof.keyId) !== proof.known) return undefined;
    return works(proof.known, now) ? proof.known : undefined;
  }

  /** Checks form, checksum, environment and secret. */
  private prove(authorization: string, now: number): DirectorySecret {
    const bearer = bearerOf(authorization);
    if (bearer === undefined) throw new ServiceError('authentication.invalid', { message: NOT_BEARER });
    const token = parseToken(bearer);
    if (token === null) throw new ServiceError('authentication.invalid');
    if (token.environment !== this.environment) throw new ServiceError('credential.environment_mismatch');
    const known = this.knownSecret(token, now);
    if (known === undefined) throw new ServiceError('authentication.invalid');
    if (this.proofs.size >= PROOF_CAPACITY) this.proofs.clear();
    this.proofs.set(hash('sha256', authorization, 'base64url'), { keyId: token.keyId, known });
    return known;
  }

  /**
   * The secret that a token holds, where it is known and works. The work is the same whether the key id is
   * unknown or the secret wrong, and whichever pepper it was sealed under, so that none can be told apart.
   */
  private knownSecret(token: Token, now: number): DirectorySecret | undefined {
    const known = this.directory.secretOf(token.keyId) ?? UNKNOWN_SECRET;
    const pepper = this.peppers.named(known.pepperId);
    const right = (pepper ?? this.peppers.newest).matches(token, known.hmac);
    if (known === UNKNOWN_SECRET) return undefined;
    if (pepper === undefined) throw this.misses(known.pepperId);
    return right && works(known, now) ? known : undefined;
  }

  /** Another replica may hold the pepper: to call the token wrong would make its owner throw it away. */
  private misses(pepperId: string): ServiceError {
    // Once: whoever knows a key id could fill the log.
    if (!this.missed.has(pepperId)) {
      this.missed.add(pepperId);
      const sentence = `${this.peppers.place} lacks a pepper that a credential in use depends on.`;
      this.logger.warn({ pepper_id: pepperId }, sentence);
    }
    return new UnavailableError({ cause: 'pepper_missing', pepper_id: pepperId });
  }
}

function works({ worksUntil }: DirectorySecret, now: number): boolean {
  return worksUntil === null || millisecondsOf(worksUntil) > now;
}

/**
 * @param capabilities of which one is enough; the first is the one that a refusal names.
 * @throws ServiceError `authority.insufficient_scope`, naming what is needed and what is held.
 */
export function requireCapability(
  caller: Pick<Caller, 'capabilities'>,
  ...capabilities: readonly [HeldCapability, ...HeldCapability[]]
): void {
  if (capabilities.some((capability) => caller.capabilities.includes(capability))) return;
  throw new ServiceError('authority.insufficient_scope', {
    scope_required: capabilities[0],
    scope_held: caller.capabilities,
  });
}

function bearerOf(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

const rangesOf = new WeakMap<object, AddressRanges>();

/**
 * Whether a credential may be used from an address; its ranges are taken apart once.
 * @param address as `clientAddress` answers it.
 */
function mayComeFrom(credential: Pick<CredentialSnapshot, 'allowed_ips'>, address: string): boolean {
  const { allowed_ips } = credential;
  if (allowed_ips === null) return true;
  let ranges = rangesOf.get(credential);
  if (ranges === undefined) {
    ranges = AddressRanges.read(allowed_ips);
    rangesOf.set(credential, ranges);
  }
  return ranges.has(address);
}
