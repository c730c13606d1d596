import { SUBJECT_PATTERN, ServiceError, type HeldCapability } from '@service/contracts';
import type { OauthTerms } from './oauth-terms.js';

/** The subject of an access token, from its claims; valid once the signature is proven. */
export interface TokenSubject {
  /** `sub`: who the token was issued for, or the client itself. */
  readonly subject: string;
  readonly projectId: string;
  /** The scopes of the token that are capabilities which some tool needs. */
  readonly capabilities: readonly HeldCapability[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Signature algorithms: asymmetric ones only, because with a symmetric one a published key could sign. */
export const ALGORITHMS: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];

/** Seconds. A token that lives longer could be used for longer after its subject has lost a right at the issuer. */
const LONGEST_LIFE = 3_600;
/** Seconds by which the issuer's clock and this one may differ. */
const CLOCK_TOLERANCE = 30;

/** The parts of a token, unverified: whoever sent it chose them. */
export interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Reads an access token (RFC 9068), without its signature.
 * @param capabilities that scopes can give.
 * @param now milliseconds since 1970.
 * @throws ServiceError `authentication.invalid` where its header or claims are not those of an access token for this
 *   resource that is valid now; the message names the claim, and none of the token's values.
 */
export function subjectOf(
  { header, claims }: ReadToken,
  { issuer, resource, projectClaim }: OauthTerms,
  capabilities: readonly HeldCapability[],
  now: number,
): TokenSubject {
  if (!isAccessToken(header['typ'])) throw invalidToken('`typ` must be at+jwt');
  if (!ALGORITHMS.includes(header['alg'] as string)) throw invalidToken('`alg` must be asymmetric');
  // An extension that is critical may change what the other members mean (RFC 7515, section 4.1.11).
  if (header['crit'] !== undefined) throw invalidToken('`crit` is not supported');
  const { iss, aud, sub, client_id, scope = '' } = claims;
  if (iss !== issuer) throw invalidToken('`iss` must be the issuer of this environment');
  if (![aud].flat().includes(resource)) throw invalidToken(`\`aud\` must hold ${resource}`);
  if (typeof sub !== 'string' || !SUBJECT_PATTERN.test(sub) || sub.trim() !== sub)
    throw invalidToken('`sub` must be 1 to 255 printable ASCII characters');
  if (typeof client_id !== 'string' || client_id === '') throw invalidToken('`client_id` is missing');
  if (typeof scope !== 'string') throw invalidToken('`scope` must be a text');
  const expiresAt = expiryOf(claims, now);
  const projectId = claims[projectClaim];
  if (typeof projectId !== 'string') throw invalidToken(`\`${projectClaim}\` must name a project`);
  const scopes = new Set(scope.split(' '));
  return {
    subject: sub,
    projectId,
    capabilities: capabilities.filter((capability) => scopes.has(capability)),
    expiresAt,
  };
}

/** @param problem completes “The access token is not valid here: …”. */
export function invalidToken(problem: string): ServiceError {
  const message = `The access token is not valid here: ${problem}.`;
  return new ServiceError('authentication.invalid', { message });
}

function isAccessToken(typ: unknown): boolean {
  // Media types are compared without case, and `application/` may be left out (RFC 7515, section 4.1.9).
  return typeof typ === 'string' && /^(?:application\/)?at\+jwt$/i.test(typ);
}

/** When the token ends, in milliseconds since 1970, including the tolerance for clocks. */
function expiryOf({ exp, iat, nbf = iat }: Readonly<Record<string, unknown>>, now: number): number {
  const seconds = now / 1_000;
  if (!isNumericDate(exp)) throw invalidToken('`exp` must be a number of seconds');
  if (!isNumericDate(iat)) throw invalidToken('`iat` must be a number of seconds');
  if (!isNumericDate(nbf)) throw invalidToken('`nbf` must be a number of seconds');
  if (exp - iat > LONGEST_LIFE) throw invalidToken(`it lives longer than ${LONGEST_LIFE} seconds`);
  if (Math.max(iat, nbf) > seconds + CLOCK_TOLERANCE) throw invalidToken('it is not valid yet');
  if (exp + CLOCK_TOLERANCE <= seconds) throw invalidToken('it has expired');
  return (exp + CLOCK_TOLERANCE) * 1_000;
}

/** Seconds since 1970 (RFC 7519, section 2: NumericDate). */
function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
