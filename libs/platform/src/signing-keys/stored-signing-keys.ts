import { KEY_PURPOSES, makeSigningKey, type StoredSigningKey } from '@service/evidence';
import { readIfPresent, writeSecretFile } from '../data-directory/secret-file.js';
import { StartError } from '../start-error.js';
import { placeOf, type SigningKeysFile } from './signing-keys-file.js';

/** The text of a file of keys. */
function signingKeysText(keys: readonly StoredSigningKey[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

/** The text of a file with a first key of each purpose. */
export function firstSigningKeysText(): string {
  const now = new Date().toISOString();
  return signingKeysText(KEY_PURPOSES.map((purpose) => makeSigningKey(purpose, now)));
}

/** The keys in the text of a file. Whatever it throws may repeat the text, and must be told to nobody. */
export function signingKeysIn(text: string): StoredSigningKey[] {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new SyntaxError();
  return keys.map((key: unknown) => {
    const { purpose, kty, crv, x, d, created_at } = (key ?? {}) as Record<string, unknown>;
    const known = KEY_PURPOSES.find((each) => each === purpose);
    if (known === undefined || kty !== 'OKP' || crv !== 'Ed25519') throw new SyntaxError();
    if (typeof x !== 'string' || typeof d !== 'string' || typeof created_at !== 'string') {
      throw new SyntaxError();
    }
    return { purpose: known, kty, crv, x, d, created_at };
  });
}

/**
 * Writes the service's own file of keys anew.
 * @param change answers the keys that the file is to hold, newest first within a purpose.
 * @throws StartError where the file is looked after by somebody else, or is not there.
 */
export async function changeSigningKeys(
  file: SigningKeysFile,
  change: (keys: readonly StoredSigningKey[]) => readonly StoredSigningKey[],
): Promise<void> {
  if (file.setting !== null) {
    throw new StartError(
      `${placeOf(file)} is looked after by you: docs/signing-keys.md says what to change there.`,
    );
  }
  const content = await readIfPresent(file.path);
  if (content === undefined) throw new StartError(`${file.path} is not there; the first start makes it.`);
  await writeSecretFile(file.path, signingKeysText(change(signingKeysIn(content.toString('utf8')))));
}
