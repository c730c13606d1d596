import type { Command } from '@service/contracts';
import type { AuthorityEvent, RevocationCause } from '@service/evidence';

export const grantedAt = '2026-11-21T03:00:00.000Z';
export const validUntil = '2027-01-01T00:00:00.000Z';
export const reason = 'because';

/** The grant of an authority. */
export const granted: AuthorityEvent = {
  type: 'service.authority.granted',
  occurred_at: grantedAt,
  issuer: 'Example Registry',
  scope: ['land'],
  valid_until: validUntil,
  public_key: null,
  state: 'active',
  cause: null,
  invalid_since: null,
};
export const suspended: AuthorityEvent = {
  ...granted,
  type: 'service.authority.suspended',
  state: 'suspended',
};

const change = { reason, expected_version: null };
export const grant = (valid_until: string): Command<'authority.grant'> => ({
  type: 'authority.grant',
  payload: { issuer: 'Example Registry', scope: ['land'], public_key: null, valid_until },
});
export const renew = (valid_until: string): Command<'authority.renew'> => ({
  type: 'authority.renew',
  payload: { ...change, valid_until },
});
export const rescope = (...scope: string[]): Command<'authority.rescope'> => ({
  type: 'authority.rescope',
  payload: { ...change, scope },
});
export const suspend: Command<'authority.suspend'> = { type: 'authority.suspend', payload: change };
export const reinstate: Command<'authority.reinstate'> = { type: 'authority.reinstate', payload: change };
export const expire = { type: 'authority.expire' } as const;
export const revoke = (
  cause: RevocationCause,
  invalid_since: string | null = null,
): Command<'authority.revoke'> => ({
  type: 'authority.revoke',
  payload: { ...change, cause, invalid_since },
});
