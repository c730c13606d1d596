import type { Schemas } from '../../api/client.js';
import { counted } from '../../format/numbers.js';

type Used = Pick<Schemas['Credential'], 'state' | 'created_at' | 'last_used_at' | 'expires_at'>;

const DAY = 86_400_000;
/** Days without use after which a credential is marked as unused. */
const UNUSED = 30;
/** Time before expiry in which a credential is marked as ending. */
const EXPIRING = 14 * DAY;

/** Warnings of a working credential that is unused or ends soon.
 *  @param now milliseconds since 1970, by the server’s clock. */
export function marksOf({ state, created_at, last_used_at, expires_at }: Used, now: number): string[] {
  if (state !== 'active' && state !== 'rotating') return [];
  const days = Math.floor((now - Date.parse(last_used_at ?? created_at)) / DAY);
  // That a new one is not used asks for nothing on its first day.
  const isUnused = days >= (last_used_at === null ? 1 : UNUSED);
  const isExpiring = expires_at !== null && Date.parse(expires_at) <= now + EXPIRING;
  return [
    ...(isUnused ? [`not used for ${counted(days, 'day')}`] : []),
    ...(isExpiring ? ['expires soon'] : []),
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
