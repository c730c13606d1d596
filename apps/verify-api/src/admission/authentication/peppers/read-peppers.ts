import { PEPPERS, readSecretLines } from '@service/platform/secret-lines';
import { type Settings } from '@service/platform/settings';
import { Peppers } from './peppers.js';

/**
 * Reads an environment's peppers from the file that the settings name, else from the data directory, where the
 * first start creates one.
 * @param hasCredentials tells whether a credential was ever issued; called before a pepper is created.
 * @throws StartError where the file cannot be read, is empty, or is missing although there are credentials:
 *   under a new pepper, all of their tokens would be refused.
 */
export async function readPeppers(
  settings: Pick<Settings, 'pepperFile' | 'dataDirectory' | 'environment'> &
    Partial<Pick<Settings, 'makeMissing'>>,
  hasCredentials: () => Promise<boolean>,
): Promise<Peppers> {
  const { lines, file } = await readSecretLines(PEPPERS, settings, hasCredentials);
  return new Peppers(lines, file.displayName);
}
