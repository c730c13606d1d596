import { credentialStateAt, rotatingUntil, type CredentialSnapshot } from '@service/contracts';

/** A credential as it is answered: no secret, and no HMAC of one. */
export type ShownCredential = Omit<CredentialSnapshot, 'secrets'> & {
  key_id: string;
  /** Until when the previous secret still works; null without one. */
  rotating_until: string | null;
  /** The part of the previous token that may be shown, while that token works. */
  rotating_key_id: string | null;
};

/** A credential with its last use, and the last use of its previous secret since the rotation. */
export type UsedCredential = ShownCredential & {
  last_used_at: string | null;
  rotating_last_used_at: string | null;
};

/** The token is null in the answer to a retry, because it was returned before. */
export type IssuedCredential = ShownCredential & { token: string | null };

/** A credential as it is answered, with its current state. */
export function shownCredential(credential: CredentialSnapshot, now = new Date()): ShownCredential {
  const { secrets, ...shown } = credential;
  const state = credentialStateAt(credential, now);
  const rotating_until = state === 'rotating' ? rotatingUntil(credential, now) : null;
  const rotating_key_id = rotating_until === null ? null : (secrets[1]?.key_id ?? null);
  return { ...shown, state, key_id: secrets[0]?.key_id ?? '', rotating_until, rotating_key_id };
}
