import type { Environment } from '@service/contracts';
import { PEPPERS, readSecretLines } from '@service/platform/secret-lines';
import { type Settings } from '@service/platform/settings';
import { Peppers } from './peppers.js';

/**
 * An environment's peppers: from the file that the settings name, else from the data directory, where the
 * first is made at the first start.
 * @param hasCredentials whether any credential was issued before; asked before a pepper is made.
 * @throws StartError where the file cannot be read, holds none, or is missing though there are credentials:
 *   under a new pepper, every token of theirs would be refused.
 */
export async function readPeppers(
  settings: Pick<Settings, 'pepperFiles' | 'dataDirectory'>,
  environment: Environment,
  hasCredentials: () => Promise<boolean>,
): Promise<Peppers> {
  const { lines, file } = await readSecretLines(PEPPERS, settings, environment, hasCredentials);
  return new Peppers(lines, file.displayName);
}
