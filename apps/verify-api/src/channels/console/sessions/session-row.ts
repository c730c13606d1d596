import type { OperatorKeyKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import type { ConsoleSeals } from '../console-seals.js';

/** A row of `verify_api.console_sessions`. */
export interface SessionRow {
  token_digest: Buffer;
  session_id: string;
  operator_id: string;
  key_thumbprint: string;
  method: string;
  signed_in_at: Date;
  expires_at: Date;
  last_used_at: Date;
  address: string | null;
  user_agent: string | null;
  mac: Buffer;
}

/** The seal of a session’s row: without it, somebody who can write rows could open a session as any operator. */
export function sealSession(seals: ConsoleSeals, tokenDigest: Buffer, session: Session): Buffer {
  return seals.seal('session', ...sealedParts(tokenDigest, session));
}

/** The session of a row; null where the row was not written by this service, or was changed. */
export function sessionOfRow(seals: ConsoleSeals, row: SessionRow): Session | null {
  const session: Session = {
    id: row.session_id,
    operatorId: row.operator_id,
    key: row.key_thumbprint as Digest,
    method: row.method as OperatorKeyKind,
    signedInAt: row.signed_in_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  };
  return seals.isSealed(row.mac, 'session', ...sealedParts(row.token_digest, session)) ? session : null;
}

function sealedParts(tokenDigest: Buffer, session: Session): readonly (string | number)[] {
  const { id, operatorId, key, method, signedInAt, expiresAt } = session;
  return [tokenDigest.toString('hex'), id, operatorId, key, method, signedInAt, expiresAt];
}
