import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import type { Settings } from '../settings/load-settings.js';
import { variableOf } from '../settings/variable-of.js';

/** The file of an environment's private signing keys. */
export interface SigningKeysFile {
  path: string;
  /** The setting that names the file; null for the service's own file, in the data directory. */
  setting: string | null;
}

export function signingKeysFileOf(
  { signingKeysFiles, dataDirectory }: Pick<Settings, 'signingKeysFiles' | 'dataDirectory'>,
  environment: Environment,
): SigningKeysFile {
  const given = signingKeysFiles[environment];
  return given === undefined
    ? { path: join(dataDirectory, environment, 'signing-keys.json'), setting: null }
    : { path: given, setting: variableOf('SIGNING_KEYS_FILE', environment) };
}

/** How messages name the file. */
export function placeOf({ path, setting }: SigningKeysFile): string {
  return setting === null ? path : `${setting} (${path})`;
}
