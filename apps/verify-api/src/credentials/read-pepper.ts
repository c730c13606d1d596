import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import { StartError, createDirectory, readOrCreateSecret, type Settings } from '@service/platform';

/**
 * An environment's pepper: from the file that the settings name, else from the data directory, where it is
 * made at the first start.
 * @throws StartError where the file cannot be read.
 */
export async function readPepper(
  { pepperFiles, dataDirectory }: Pick<Settings, 'pepperFiles' | 'dataDirectory'>,
  environment: Environment,
): Promise<string> {
  const file = pepperFiles[environment];
  const secret = file === undefined ? await ownPepper(join(dataDirectory, environment)) : await given(file);
  return secret.toString('utf8').trim();

  function given(path: string): Promise<Buffer> {
    return readFile(path).catch((error: unknown) => {
      const variable = `PEPPER_FILE_${environment.toUpperCase()}`;
      throw new StartError(`${variable} (${path}) cannot be read.`, { cause: error });
    });
  }
}

async function ownPepper(directory: string): Promise<Buffer | string> {
  await createDirectory(directory);
  return readOrCreateSecret(join(directory, 'pepper'), () => randomBytes(32).toString('base64url'));
}
