import type { AuthorityEvent } from '@service/evidence';

export const grantedAt = '2026-11-21T03:00:00.000Z';
export const validUntil = '2027-01-01T00:00:00.000Z';
export const reason = 'because';

/** The beginning of an authority. */
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

/** Commands without their moment. */
export const grant = {
  type: 'authority.grant' as const,
  issuer: 'Example Registry',
  scope: ['land'],
  public_key: null,
};
export const renew = { type: 'authority.renew', reason } as const;
export const revoke = { type: 'authority.revoke', reason } as const;
