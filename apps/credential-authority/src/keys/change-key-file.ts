import { SigningKey, type KeyPurpose, type KeyRing } from '@service/evidence';
import { StartError } from '@service/platform/errors';
import { changeSigningKeys, type SigningKeysFile } from '@service/platform/signing-keys';

/** Adds a new key of a purpose before the others, which stay. */
export async function addKey(file: SigningKeysFile, purpose: KeyPurpose): Promise<SigningKey> {
  const made = SigningKey.generate(purpose, new Date().toISOString());
  await changeSigningKeys(file, (ring) => ring.with(made));
  return made;
}

/**
 * Removes a checkpoint key from the file, which then no longer signs.
 * @throws StartError for a key of another purpose, and for the newest, which must stay.
 */
export async function removeKey(file: SigningKeysFile, ring: KeyRing, keyId: string): Promise<void> {
  if (!ring.all('checkpoint').some((key) => key.keyId === keyId)) {
    throw new StartError(
      `${keyId} is not a checkpoint key: npm run keys -- revoke is for keys of other purposes.`,
    );
  }
  if (ring.newest('checkpoint').keyId === keyId) {
    throw new StartError(
      `${keyId} is the newest checkpoint key: npm run keys -- rotate checkpoint comes first.`,
    );
  }
  await changeSigningKeys(file, (held) => held.without(keyId));
}
