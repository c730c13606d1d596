import type { Schemas } from '../../api/client.js';

type Used = Pick<Schemas['Credential'], 'state' | 'created_at' | 'last_used_at' | 'expires_at'>;

const DAY = 86_400_000;
/** Time without use after which a credential is marked as unused. */
const UNUSED = 90 * DAY;
/** Time before expiry in which a credential is marked as ending. */
const EXPIRING = 14 * DAY;

/** Marks an active credential that is unused or ends soon. */
export type Mark = 'unused for 90 days' | 'expires soon';

/** @param now milliseconds since 1970, by the server’s clock. */
export function marksOf({ state, created_at, last_used_at, expires_at }: Used, now: number): Mark[] {
  if (state !== 'active' && state !== 'rotating') return [];
  const isUnused = Date.parse(last_used_at ?? created_at) <= now - UNUSED;
  const isExpiring = expires_at !== null && Date.parse(expires_at) <= now + EXPIRING;
  return [
    ...(isUnused ? (['unused for 90 days'] as const) : []),
    ...(isExpiring ? (['expires soon'] as const) : []),
  ];
}

/** The part of a token that may be shown: enough to recognise the token in a configuration. */
export function tokenHint(
  { key_id, capabilities }: Pick<Schemas['Credential'], 'key_id' | 'capabilities'>,
  environment: 'development' | 'production',
): string {
  const kind = capabilities.includes('audit') ? 'svc_audit_' : 'svc_';
  return `${kind}${environment === 'production' ? 'prod' : 'dev'}_${key_id}_…`;
}
