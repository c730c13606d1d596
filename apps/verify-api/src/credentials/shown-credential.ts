import { agreedDate, credentialStateAt, oldSecret, type CredentialSnapshot } from '@service/contracts';

/** A credential as it is answered: no secret, and no HMAC of one. */
export type ShownCredential = Omit<CredentialSnapshot, 'secrets'> & {
  key_id: string;
  /** Null where no overlap is running. */
  rotation: CredentialRotation | null;
};

/** The overlap of a rotation, as long as the old token works. */
interface CredentialRotation {
  overlap_ends_at: string;
  /** The part of the old token that may be shown. */
  old_key_id: string;
  /** Null where it is not known to be used since the rotation. */
  old_last_used_at: string | null;
}

/** A credential with its last use. */
export type UsedCredential = ShownCredential & { last_used_at: string | null };

/** The token is null in the answer to a retry, because it was returned before. */
export type IssuedCredential = ShownCredential & { token: string | null };

/** A credential as it is answered, with its current state, before the use of its old token is looked up. */
export function shownCredential(credential: CredentialSnapshot, now = agreedDate()): ShownCredential {
  const { secrets, ...shown } = credential;
  const state = credentialStateAt(credential, now);
  const old = state === 'rotating' ? oldSecret(secrets, now) : null;
  const rotation = old && {
    overlap_ends_at: old.works_until,
    old_key_id: old.key_id,
    old_last_used_at: null,
  };
  return { ...shown, state, key_id: secrets[0]?.key_id ?? '', rotation };
}

/**
 * A credential with its last uses, by its id and by the old key's id. They are known to the minute, and that minute may
 * have begun before the credential was created.
 */
export function usedCredential(
  { rotation, ...credential }: ShownCredential,
  uses: ReadonlyMap<string, string>,
  oldUses: ReadonlyMap<string, string>,
): UsedCredential {
  const { id, created_at } = credential;
  const shown = (used = '') => (used === '' ? null : used > created_at ? used : created_at);
  return {
    ...credential,
    rotation: rotation && { ...rotation, old_last_used_at: shown(oldUses.get(rotation.old_key_id)) },
    last_used_at: shown(uses.get(id)),
  };
}
