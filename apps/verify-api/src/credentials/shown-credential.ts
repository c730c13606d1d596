import { credentialStateAt, rotatingUntil, type CredentialSnapshot } from '@service/contracts';

/** A credential as it is answered: no secret, and no HMAC of one. */
export type ShownCredential = Omit<CredentialSnapshot, 'secrets'> & {
  key_id: string;
  /** Until when the secret before the newest still works; null where none does. */
  rotating_until: string | null;
};

/** Its token is null where the credential was issued or rotated, and its token answered, before. */
export type IssuedCredential = ShownCredential & { token: string | null };

/** A credential as it is answered: its state is the one of this moment. */
export function shownCredential(credential: CredentialSnapshot, now = new Date()): ShownCredential {
  const { secrets, ...shown } = credential;
  const state = credentialStateAt(credential, now);
  const rotating_until = state === 'rotating' ? rotatingUntil(credential, now) : null;
  return { ...shown, state, key_id: secrets[0]?.key_id ?? '', rotating_until };
}
