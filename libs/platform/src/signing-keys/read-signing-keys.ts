import { dirname } from 'node:path';
import type { Environment } from '@service/contracts';
import { KEY_PURPOSES, KeyRing, makeSigningKey, type StoredSigningKey } from '@service/evidence';
import { createDirectory } from '../data-directory/create-directory.js';
import { readIfPresent, readOrCreateSecret } from '../data-directory/secret-file.js';
import type { Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';
import { signingKeysFileOf, type SigningKeysFile } from './signing-keys-file.js';

/**
 * An environment's signing keys: from the file that the settings name, else from the data directory, where
 * one key of each purpose is made at the first start.
 * @throws StartError where the file cannot be read or is not one of keys; never with a key in it.
 */
export async function readSigningKeys(
  settings: Pick<Settings, 'signingKeysFiles' | 'dataDirectory'>,
  environment: Environment,
): Promise<KeyRing> {
  const file = signingKeysFileOf(settings, environment);
  const content = await read(file);
  try {
    return new KeyRing(parse(content));
  } catch (error) {
    // Only what the ring says: a parser's message may repeat the text.
    const why = error instanceof TypeError ? error.message : 'It is not JSON of the form {"keys": [...]}.';
    throw new StartError(`The signing keys in ${placeOf(file)} cannot be used. ${why}`);
  }
}

async function read(file: SigningKeysFile): Promise<string> {
  try {
    if (file.setting === null) {
      await createDirectory(dirname(file.path));
      return (await readOrCreateSecret(file.path, makeKeys)).toString('utf8');
    }
    const content = await readIfPresent(file.path);
    if (content !== undefined) return content.toString('utf8');
  } catch (error) {
    throw new StartError(`The signing keys in ${placeOf(file)} cannot be read.`, { cause: error });
  }
  throw new StartError(`The signing keys in ${placeOf(file)} are missing.`);
}

function makeKeys(): string {
  const now = new Date().toISOString();
  return `${JSON.stringify({ keys: KEY_PURPOSES.map((purpose) => makeSigningKey(purpose, now)) }, null, 2)}\n`;
}

function parse(content: string): StoredSigningKey[] {
  const { keys } = JSON.parse(content) as { keys?: unknown };
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

function placeOf({ path, setting }: SigningKeysFile): string {
  return setting === null ? path : `${setting} (${path})`;
}
