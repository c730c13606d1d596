import {
  StartError,
  connectDatabases,
  createLogger,
  createPool,
  loadSettings,
  type Environment,
} from '@service/platform';
import type { Pool } from 'pg';

/**
 * Runs a command on every environment's database, the running service's own where there is one. A problem
 * that the person can solve ends it with a sentence.
 */
export async function forEachEnvironment(
  work: (pool: Pool, environment: Environment) => Promise<void>,
): Promise<void> {
  try {
    const settings = loadSettings(process.env);
    const logger = createLogger('warn');
    const databases = await connectDatabases(settings, logger);
    try {
      for (const environment of settings.environments) {
        const pool = createPool(databases.urls[environment], { max: 4, applicationName: 'command', logger });
        await work(pool, environment);
        await pool.end();
      }
    } finally {
      await databases.stop();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
