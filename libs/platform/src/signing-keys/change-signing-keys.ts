import { EvidenceError, KeyRing } from '@service/evidence';
import { readIfPresent, writeSecretFile } from '../data-directory/secret-file.js';
import { StartError } from '../start-error.js';
import { placeOf, type SigningKeysFile } from './signing-keys-file.js';

/**
 * Rewrites the service's own file of keys.
 * @param change answers the new ring of keys.
 * @throws StartError where the file is named by a setting, is missing or holds no ring, and where `change`
 *   throws an EvidenceError.
 */
export async function changeSigningKeys(
  file: SigningKeysFile,
  change: (ring: KeyRing) => KeyRing,
): Promise<void> {
  if (file.setting !== null) {
    throw new StartError(
      `${placeOf(file)} is your own file: docs/signing-keys.md says what to change there.`,
    );
  }
  const content = await readIfPresent(file.path);
  if (content === undefined) throw new StartError(`${file.path} is missing; the first start creates it.`);
  await writeSecretFile(file.path, changed(content.toString('utf8'), change).toFileText());
}

function changed(text: string, change: (ring: KeyRing) => KeyRing): KeyRing {
  try {
    return change(KeyRing.parse(text));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new StartError(error.message);
  }
}
