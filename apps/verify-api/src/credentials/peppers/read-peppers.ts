import { dirname } from 'node:path';
import type { Environment } from '@service/contracts';
import { StartError, createDirectory, readIfPresent, readOrCreateSecret } from '@service/platform';
import {
  makePepper,
  pepperFileOf,
  peppersIn,
  placeOf,
  type PepperFile,
  type PepperSettings,
} from './pepper-file.js';
import { Peppers } from './peppers.js';

/**
 * An environment's peppers: from the file that the settings name, else from the data directory, where the
 * first is made at the first start.
 * @param hasCredentials whether any credential was issued before; asked before a pepper is made.
 * @throws StartError where the file cannot be read, holds none, or is missing though there are credentials:
 *   under a new pepper, every token of theirs would be refused.
 */
export async function readPeppers(
  settings: PepperSettings,
  environment: Environment,
  hasCredentials: () => Promise<boolean>,
): Promise<Peppers> {
  const file = pepperFileOf(settings, environment);
  const place = placeOf(file);
  let content = await read(file);
  if (content === undefined) {
    if (await hasCredentials()) {
      throw new StartError(
        `${place} is missing, but the database of ${environment} has credentials that depend on it; put it back.`,
      );
    }
    await createDirectory(dirname(file.path));
    content = await readOrCreateSecret(file.path, makePepper);
  }
  const secrets = peppersIn(content.toString('utf8'));
  if (secrets.length === 0) throw new StartError(`${place} holds no pepper.`);
  return new Peppers(secrets, place);
}

/** Undefined where the service's own file is not there yet. */
async function read(file: PepperFile): Promise<Buffer | undefined> {
  let cause: unknown;
  try {
    const content = await readIfPresent(file.path);
    if (content !== undefined || file.setting === null) return content;
  } catch (error) {
    cause = error;
  }
  throw new StartError(`${placeOf(file)} cannot be read.`, { cause });
}
