import { join } from 'node:path';
import type { Settings } from '../settings/load-settings.js';

export type SigningKeysSettings = Pick<Settings, 'signingKeysFile' | 'dataDirectory' | 'environment'>;

/** The file of an environment's private signing keys. */
export interface SigningKeysFile {
  path: string;
  /** The setting that names the file; null for the service's own file, in the data directory. */
  setting: string | null;
}

export function signingKeysFileOf({
  signingKeysFile: given,
  dataDirectory,
  environment,
}: SigningKeysSettings): SigningKeysFile {
  return given === undefined
    ? { path: join(dataDirectory, environment, 'signing-keys.json'), setting: null }
    : { path: given, setting: 'SIGNING_KEYS_FILE' };
}

/** How messages name the file. */
export function placeOf({ path, setting }: SigningKeysFile): string {
  return setting === null ? path : `${setting} (${path})`;
}
