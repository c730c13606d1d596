import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ServiceError,
  UnavailableError,
  insufficientScope,
  kindFor,
  newId,
  type CredentialSnapshot,
  type Environment,
  type HeldCapability,
} from '@service/contracts';
import { millisecondsOf } from '@service/evidence';
import { AddressRanges } from '@service/platform/addresses';
import type { Logger } from '@service/platform/logging';
import { ENDED_KEPT, type DirectorySecret } from '../../views/directory-credentials.js';
import { DIRECTORY_FRESHNESS, ENVIRONMENT, LOGGER } from '../../infrastructure/injection-tokens.js';
import { Directory } from '../../views/directory.js';
import type { Freshness } from '../../views/freshness.js';
import { bearerOf } from './bearer.js';
import type { Caller } from './caller.js';
import { Peppers } from './peppers/peppers.js';
import { bindingOf } from '../../views/secret-binding.js';
import { parseToken, type Token } from './tokens/token.js';
import { UnknownKeyError } from './tokens/unknown-key-error.js';

/** Largest number of cached proofs; a full cache is cleared. */
const PROOF_CAPACITY = 10_000;
const NOT_BEARER = 'The Authorization header must be of the Bearer scheme: `Bearer <token>`.';
/** Stands in for an unknown key id, so that the check takes as long as for a known one. */
const UNKNOWN_SECRET = {
  hmac: Buffer.alloc(32),
  binding: bindingOf({
    id: newId('credential'),
    project_id: newId('project'),
    capabilities: ['verify'],
    authorities: null,
    allowed_ips: null,
    rate_limit: null,
  }),
  pepperId: '',
  worksUntil: null,
} as Partial<DirectorySecret> as DirectorySecret;

/** Authenticates requests with the directory in memory, without a query. The design sets the order of the checks. */
@Injectable()
export class Authenticator {
  /** Proven secrets by the digest of their header: a cache hit costs a fifth of a proof. */
  private readonly proofs = new Map<string, { keyId: string; secret: DirectorySecret }>();
  /** Ids of missing peppers that were logged already. */
  private readonly loggedMissing = new Set<string>();

  constructor(
    private readonly directory: Directory,
    @Inject(DIRECTORY_FRESHNESS) private readonly freshness: Freshness,
    private readonly peppers: Peppers,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * The secret that a request carries, with its credential; `requireUsable` checks whether it may be used.
   * @param authorization the `Authorization` header (RFC 6750).
   * @throws ServiceError `authentication.missing`, `authentication.invalid`, `credential.environment_mismatch`;
   *   `UnknownKeyError` for a key id that `JustIssued` may find;
   *   `service.unavailable` while the directory is stale, and where this process lacks the pepper of the secret.
   */
  identify(authorization: string | undefined, now: number): DirectorySecret {
    if (authorization === undefined || authorization === '') throw new ServiceError('authentication.missing');
    this.freshness.require();
    return this.proven(authorization, now) ?? this.prove(authorization, now);
  }

  /**
   * Refuses a right secret if it or its credential may not be used now.
   * @param address where the request comes from, as `clientAddress` returns it.
   * @throws ServiceError `credential.revoked`, `credential.rotated_out`, `credential.expired`,
   *   `credential.address_not_allowed`, `project.suspended`; `service.unavailable` where an event of the credential or
   *   its project is not authentic.
   */
  requireUsable(secret: DirectorySecret, address: string, now: number): void {
    const { credential } = secret;
    if (credential.state === 'revoked') throw new ServiceError('credential.revoked');
    this.requireUntouched(credential);
    const ended = endOf(secret, now);
    if (ended !== null) throw rotatedOut(ended);
    const due = credential.expires_at !== null && millisecondsOf(credential.expires_at) <= now;
    if (due || credential.state === 'expired') throw new ServiceError('credential.expired');
    if (!mayComeFrom(credential, address)) throw new ServiceError('credential.address_not_allowed');
    if (credential.project_id !== null && this.directory.project(credential.project_id)?.state !== 'active') {
      throw new ServiceError('project.suspended');
    }
  }

  /** The credential of a token whose secret is right and still valid; else undefined.
   *  @throws ServiceError `service.unavailable` where this process lacks the pepper of the secret. */
  ownerOf(token: Token, now: number): CredentialSnapshot | undefined {
    const secret = this.rightSecretOf(token, now);
    return secret !== undefined && endOf(secret, now) === null ? secret.credential : undefined;
  }

  /** The caller that a credential stands for, with its rights and limits. */
  callerOf(credential: CredentialSnapshot): Caller {
    const project =
      credential.project_id === null ? undefined : this.directory.project(credential.project_id);
    return {
      credentialId: credential.id,
      actor: { type: 'credential', id: credential.id },
      projectId: credential.project_id,
      capabilities: credential.capabilities,
      authorities: credential.authorities,
      rateLimit: credential.rate_limit,
      quota: project?.quota ?? {},
    };
  }

  /** The cached secret of a header, unless the directory has replaced it since. */
  private proven(authorization: string, now: number): DirectorySecret | undefined {
    const proof = this.proofs.get(hash('sha256', authorization, 'base64url'));
    if (proof === undefined || this.directory.secretOf(proof.keyId) !== proof.secret) return undefined;
    return endOf(proof.secret, now - ENDED_KEPT) === null ? proof.secret : undefined;
  }

  /** Checks form, checksum, environment and secret. */
  private prove(authorization: string, now: number): DirectorySecret {
    const bearer = bearerOf(authorization);
    if (bearer === undefined) throw new ServiceError('authentication.invalid', { message: NOT_BEARER });
    const token = parseToken(bearer);
    if (token === null) throw new ServiceError('authentication.invalid');
    if (token.environment !== this.environment) {
      throw new ServiceError('credential.environment_mismatch', {
        message: `The credential belongs to ${token.environment}, and this address serves ${this.environment}.`,
      });
    }
    const secret = this.rightSecretOf(token, now);
    if (secret === undefined) {
      if (this.directory.secretOf(token.keyId) === undefined) throw new UnknownKeyError(token.keyId);
      throw new ServiceError('authentication.invalid');
    }
    if (this.proofs.size >= PROOF_CAPACITY) this.proofs.clear();
    this.proofs.set(hash('sha256', authorization, 'base64url'), { keyId: token.keyId, secret });
    return secret;
  }

  /**
   * The secret of a token, if it is right; a rotation may have ended it in the last thirty days. The work is the same
   * for an unknown key id, a wrong secret and every pepper, so that response times reveal nothing.
   */
  private rightSecretOf(token: Token, now: number): DirectorySecret | undefined {
    const secret = this.directory.secretOf(token.keyId) ?? UNKNOWN_SECRET;
    const pepper = this.peppers.named(secret.pepperId);
    const right = (pepper ?? this.peppers.newest).matches(token, secret.hmac, secret.binding);
    if (secret === UNKNOWN_SECRET || endOf(secret, now - ENDED_KEPT) !== null) return undefined;
    if (pepper === undefined) {
      // Operators may remove a pepper once only ended tokens depend on it.
      if (endOf(secret, now) !== null) return undefined;
      throw this.missingPepper(secret.pepperId);
    }
    if (!right) return undefined;
    return token.kind === kindFor(secret.credential.capabilities) ? secret : undefined;
  }

  /** Refuses a credential or project with a forged event, which may have taken the place of a revocation. */
  private requireUntouched({ id, project_id }: CredentialSnapshot): void {
    for (const each of [id, project_id]) {
      if (each !== null && this.directory.isTampered(each)) {
        throw new UnavailableError({ cause: 'events_not_authentic', id: each });
      }
    }
  }

  /** Another replica may have the pepper: if the token were called invalid, its owner would throw it away. */
  private missingPepper(pepperId: string): ServiceError {
    // Logged only once: otherwise anybody who knows a key id could fill the log.
    if (!this.loggedMissing.has(pepperId)) {
      this.loggedMissing.add(pepperId);
      const sentence = `${this.peppers.displayName} lacks a pepper that a credential in use depends on.`;
      this.logger.warn({ pepper_id: pepperId }, sentence);
    }
    return new UnavailableError({ cause: 'pepper_missing', pepper_id: pepperId });
  }
}

/** When a rotation ended a secret; null if it still works at `now`. */
function endOf({ worksUntil }: DirectorySecret, now: number): string | null {
  return worksUntil === null || millisecondsOf(worksUntil) > now ? null : worksUntil;
}

/** Only for callers with the right secret: others must not learn of the rotation. */
function rotatedOut(overlap_ends_at: string): ServiceError {
  const message = `The token was replaced in a rotation, and worked until ${overlap_ends_at}.`;
  return new ServiceError('credential.rotated_out', { message, overlap_ends_at });
}

/**
 * Requires one of several capabilities.
 * @param capabilities the first is named in the error.
 * @throws ServiceError `authority.insufficient_scope` with the needed and the held capabilities.
 */
export function requireCapability(
  caller: Pick<Caller, 'capabilities'>,
  ...capabilities: readonly [HeldCapability, ...HeldCapability[]]
): void {
  if (capabilities.some((capability) => caller.capabilities.includes(capability))) return;
  throw insufficientScope(capabilities[0], caller.capabilities);
}

const rangesOf = new WeakMap<object, AddressRanges>();

/**
 * Whether a credential may be used from an address; its ranges are parsed once.
 * @param address as `clientAddress` returns it.
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
