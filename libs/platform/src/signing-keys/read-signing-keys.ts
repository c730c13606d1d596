import { dirname } from 'node:path';
import { EvidenceError, KeyRing } from '@service/evidence';
import { createDirectory } from '../data-directory/create-directory.js';
import { readIfPresent, readOrCreateSecret } from '../data-directory/secret-file.js';
import type { CopySettings } from '../settings/restored-copy.js';
import { requireMaking, type MakingSettings } from '../settings/make-missing.js';
import { StartError } from '../start-error.js';
import {
  placeOf,
  signingKeysFileOf,
  type SigningKeysFile,
  type SigningKeysSettings,
} from './signing-keys-file.js';

/**
 * Reads an environment's signing keys: from the file that the settings name, else from the data directory,
 * where the first start creates one key for each purpose. A restored copy has none, whatever the files hold.
 * @throws StartError where the file cannot be read or is invalid, or is missing with MAKE_MISSING=off; its message never contains a key.
 */
export async function readSigningKeys(
  settings: SigningKeysSettings & MakingSettings & CopySettings,
): Promise<KeyRing> {
  if (settings.restoredCopy === true) return KeyRing.empty();
  const file = signingKeysFileOf(settings);
  if (file.setting === null && (await readIfPresent(file.path)) === undefined) {
    requireMaking(settings, 'SIGNING_KEYS_FILE', 'a file with the signing keys');
  }
  const content = await read(file);
  try {
    return KeyRing.parse(content);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const why = error.message;
    throw new StartError(`The signing keys in ${placeOf(file)} cannot be used. ${why}`);
  }
}

async function read(file: SigningKeysFile): Promise<string> {
  try {
    if (file.setting === null) {
      await createDirectory(dirname(file.path));
      return (await readOrCreateSecret(file.path, firstSigningKeys)).toString('utf8');
    }
    const content = await readIfPresent(file.path);
    if (content !== undefined) return content.toString('utf8');
  } catch (error) {
    throw new StartError(`The signing keys in ${placeOf(file)} cannot be read.`, { cause: error });
  }
  throw new StartError(`The signing keys in ${placeOf(file)} are missing.`);
}

function firstSigningKeys(): string {
  return KeyRing.generate(new Date().toISOString()).toFileText();
}
