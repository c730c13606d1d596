import {
  OPERATION_KINDS,
  ServiceError,
  insufficientScope,
  invalidRequest,
  credentialStateAt,
  parseAddressRange,
  rangeHolds,
  type CredentialSnapshot,
  type CredentialTerms,
  type HeldCapability,
  type OperatorState,
} from '@service/contracts';

/** An operator as an issuer: the capabilities of its roles in the command's project, without limits. */
export interface OperatorIssuer extends Omit<CredentialTerms, 'name' | 'metadata'> {
  id: string;
  project_id: string | null;
  operator_state: OperatorState;
}

/** Who issues or changes a credential. */
export type Issuer = CredentialSnapshot | OperatorIssuer;

/** A term in which one credential exceeds another. */
export interface Excess {
  field: Exclude<keyof CredentialTerms, 'name' | 'metadata'>;
  issue: string;
  /** The missing capability, where the term is one. */
  capability?: HeldCapability;
}

/**
 * Checks by the owner's events that an issuer may act: the gateway's view may have been stale.
 * @throws ServiceError `credential.revoked`, `credential.expired`; `authentication.invalid` for an operator.
 */
export function requireUsable(issuer: Issuer, now: Date): void {
  if ('operator_state' in issuer) {
    requireActive(issuer.operator_state);
    return;
  }
  const state = credentialStateAt(issuer, now);
  if (state === 'revoked') throw new ServiceError('credential.revoked');
  if (state === 'expired') throw new ServiceError('credential.expired');
}

/** @throws ServiceError `authentication.invalid`, where an operator is not active. */
export function requireActive(state: OperatorState): void {
  if (state === 'active') return;
  const message = `The operator is ${state}.`;
  throw new ServiceError('authentication.invalid', { message });
}

/**
 * Checks that an issuer has all that it issues. An operator has no rights in a project, and issues its first
 * credential.
 * @throws ServiceError `authority.insufficient_scope` for a capability, `request.invalid` for other terms.
 */
export function requireIssuable(issuer: Issuer, wanted: CredentialTerms, projectId: string | null): void {
  if (projectId === null) throw insufficient(issuer, 'operator', 'Operators are created on the host only.');
  requireManages(issuer);
  if (issuer.project_id === null) return;
  if (issuer.project_id !== projectId) throw insufficient(issuer, 'manage', OTHER_PROJECT);
  const excess = findExcess(issuer, wanted);
  if (excess === null) return;
  if (excess.capability !== undefined) throw insufficient(issuer, excess.capability);
  const { field, issue } = excess;
  throw invalidRequest(field, issue);
}

/**
 * Checks that a credential does not exceed another one that renames, rotates or revokes it. It may always do this to
 * itself. So the widest credential of a project can be revoked only by itself or by one that is as wide and remains.
 * @throws ServiceError `authority.insufficient_scope` for a capability, `credential.limited` for other terms.
 */
export function requireChangeable(issuer: Issuer, credential: CredentialSnapshot): void {
  requireManages(issuer);
  if (issuer.project_id !== credential.project_id) throw insufficient(issuer, 'manage', OTHER_PROJECT);
  if (issuer.id === credential.id) return;
  const excess = findExcess(issuer, credential);
  if (excess === null) return;
  const { field, capability } = excess;
  const what = capability === undefined ? `\`${field}\`` : `the capability ${capability}`;
  const message = `The credential to be changed goes beyond your own in ${what}.`;
  if (capability === undefined) throw new ServiceError('credential.limited', { message });
  throw insufficient(issuer, capability, message);
}

/**
 * The first term in which the wanted terms exceed the held ones. `audit` may be issued without being held, but not by
 * a credential that is limited to some authorities: the history is that of the whole project.
 */
export function findExcess(held: Issuer, wanted: CredentialTerms): Excess | null {
  const given: readonly HeldCapability[] =
    held.authorities === null ? [...held.capabilities, 'audit'] : held.capabilities;
  const capability = wanted.capabilities.find((each) => !given.includes(each));
  if (capability !== undefined)
    return { field: 'capabilities', issue: `${capability} is not held`, capability };
  if (!authoritiesWithin(held.authorities, wanted.authorities)) {
    return { field: 'authorities', issue: 'must be among those that the issuing credential reaches' };
  }
  if (!addressesWithin(held.allowed_ips, wanted.allowed_ips)) {
    return { field: 'allowed_ips', issue: 'must lie within those of the issuing credential' };
  }
  if (!ratesWithin(held.rate_limit ?? {}, wanted.rate_limit ?? {})) {
    return { field: 'rate_limit', issue: 'must be as tight as that of the issuing credential' };
  }
  if (!expiresWithin(held.expires_at, wanted.expires_at)) {
    return { field: 'expires_at', issue: 'must not be later than that of the issuing credential' };
  }
  return null;
}

/** Roles may have changed; the capabilities of a credential, which the gateway has judged, never do. */
function requireManages(issuer: Issuer): void {
  if ('operator_state' in issuer && !issuer.capabilities.includes('manage'))
    throw insufficient(issuer, 'manage');
}

const OTHER_PROJECT = 'The credential belongs to another project.';

type Terms = CredentialTerms;

function authoritiesWithin(held: Terms['authorities'], wanted: Terms['authorities']): boolean {
  return held === null || wanted?.every((id) => held.includes(id)) === true;
}

/** Each wanted range must be inside one of the held ranges; adjacent ranges are not combined. */
function addressesWithin(held: Terms['allowed_ips'], wanted: Terms['allowed_ips']): boolean {
  if (held === null) return true;
  const outer = held.flatMap((text) => parseAddressRange(text) ?? []);
  return (
    wanted?.every((text) => {
      const inner = parseAddressRange(text);
      return inner !== null && outer.some((range) => rangeHolds(range, inner));
    }) === true
  );
}

function ratesWithin(
  held: NonNullable<Terms['rate_limit']>,
  wanted: NonNullable<Terms['rate_limit']>,
): boolean {
  return OPERATION_KINDS.every((kind) => (wanted[kind] ?? Infinity) <= (held[kind] ?? Infinity));
}

function expiresWithin(held: string | null, wanted: string | null): boolean {
  return held === null || (wanted !== null && Date.parse(wanted) <= Date.parse(held));
}

function insufficient(issuer: Issuer, required: HeldCapability, message?: string): ServiceError {
  return insufficientScope(required, issuer.capabilities, message);
}
