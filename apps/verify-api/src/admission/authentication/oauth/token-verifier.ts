import { hash } from 'node:crypto';
import { ServiceError, type HeldCapability } from '@service/contracts';
import { compactVerify, decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { bearerOf } from '../bearer.js';
import { ALGORITHMS, invalidToken, subjectOf, type ReadToken, type TokenSubject } from './access-token.js';
import type { IssuerKeys } from './issuer-keys.js';
import type { OauthTerms } from './oauth-terms.js';
import type { KeySet } from './read-key-set.js';

/** Largest number of cached proofs; a full cache is cleared. */
const PROOF_CAPACITY = 10_000;
/** The compact form of a signed token (RFC 7515, section 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const CREDENTIAL = /^svc_/;

interface Proof {
  readonly keys: KeySet;
  readonly subject: TokenSubject;
}

/** Verifies the access tokens of one environment. Their projects are checked by `OauthCallers`. */
export class TokenVerifier {
  /** Proofs by digest of the token. A proof is valid only with its own key set: the issuer may withdraw a key. */
  private readonly proofs = new Map<string, Proof>();

  /** @param capabilities that scopes can give. */
  constructor(
    private readonly terms: OauthTerms,
    private readonly capabilities: readonly HeldCapability[],
    private readonly keys: IssuerKeys,
  ) {}

  /**
   * The subject of the access token that a request carries; undefined for one that carries none, or a credential.
   * @param authorization the `Authorization` header (RFC 6750).
   * @throws ServiceError `authentication.invalid`; `service.unavailable` where the key of the token is unknown and the
   *   issuer cannot be read.
   */
  async subjectOf(authorization: string | undefined, now: number): Promise<TokenSubject | undefined> {
    const token = bearerOf(authorization ?? '');
    if (token === undefined || CREDENTIAL.test(token)) return undefined;
    const digest = hash('sha256', token, 'base64url');
    const proof = this.proofs.get(digest);
    // Before keys are read from the issuer: most tokens that are not for this service are refused by their claims.
    const subject = proof?.subject ?? subjectOf(read(token), this.terms, this.capabilities, now);
    if (now >= subject.expiresAt) throw invalidToken('it has expired');
    const keys = await this.keys.current();
    if (proof?.keys === keys) return subject;
    const proving = await this.prove(token, keys);
    if (this.proofs.size >= PROOF_CAPACITY) this.proofs.clear();
    this.proofs.set(digest, { keys: proving, subject });
    return subject;
  }

  /** Checks the signature. @returns the keys that proved it. */
  private async prove(token: string, keys: KeySet): Promise<KeySet> {
    if (await isSigned(token, keys)) return keys;
    const newer = await this.keys.newerThan(keys);
    if (newer !== keys && (await isSigned(token, newer))) return newer;
    throw invalidToken('the issuer has no such key');
  }
}

function read(token: string): ReadToken {
  if (!COMPACT.test(token)) throw new ServiceError('authentication.invalid');
  try {
    return { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token) };
  } catch {
    throw new ServiceError('authentication.invalid');
  }
}

/**
 * Whether a key of the issuer signed a token; false where it has no such key. Keys in the header itself (`jwk`, `jku`,
 * `x5c`, `x5u`) are ignored.
 * @throws ServiceError `authentication.invalid` for a wrong signature.
 */
async function isSigned(token: string, { find }: KeySet): Promise<boolean> {
  try {
    await compactVerify(token, find, { algorithms: [...ALGORITHMS] });
    return true;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return false;
    if (error instanceof errors.JWKSMultipleMatchingKeys) throw invalidToken('it names no `kid`');
    throw invalidToken('its signature is wrong');
  }
}
