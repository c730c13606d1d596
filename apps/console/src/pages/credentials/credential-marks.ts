import type { Schemas } from '../../api/client.js';

type Used = Pick<Schemas['Credential'], 'state' | 'created_at' | 'last_used_at' | 'expires_at'>;

const DAY = 86_400_000;
/** Days without use after which a credential is marked as unused. */
const UNUSED = 30;
/** Time before expiry in which a credential is marked as ending. */
const EXPIRING = 14 * DAY;

/** A mark of a working credential that is unused or ends soon; quiet where that asks for nothing yet. */
export interface Mark {
  text: string;
  tone: 'quiet' | 'warn';
}

/** @param now milliseconds since 1970, by the server’s clock. */
export function marksOf({ state, created_at, last_used_at, expires_at }: Used, now: number): Mark[] {
  if (state !== 'active' && state !== 'rotating') return [];
  const days = Math.floor((now - Date.parse(last_used_at ?? created_at)) / DAY);
  const isUnused = last_used_at !== null && days >= UNUSED;
  const isExpiring = expires_at !== null && Date.parse(expires_at) <= now + EXPIRING;
  return [
    ...(last_used_at === null ? [{ text: 'never used', tone: days < 1 ? 'quiet' : 'warn' } as const] : []),
    ...(isUnused ? [{ text: `not used for ${days} days`, tone: 'warn' } as const] : []),
    ...(isExpiring ? [{ text: 'expires soon', tone: 'warn' } as const] : []),
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
