import type { Environment } from '@service/contracts';
import { createLogger, type Logger } from '../logging/create-logger.js';
import { connectDatabases, type EnvironmentDatabase } from '../postgres/databases.js';
import { loadSettings, type Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';

/** What a command works on: one environment's database. */
export interface CommandTarget {
  environment: Environment;
  database: EnvironmentDatabase;
  logger: Logger;
  settings: Settings;
}

/**
 * Runs a command on every environment's database, the running service's own where there is one. A problem
 * that the person can solve ends it with a sentence and exit code 1.
 */
export async function forEachEnvironment(work: (target: CommandTarget) => Promise<void>): Promise<void> {
  try {
    const settings = loadSettings(process.env);
    const logger = createLogger('warn');
    const databases = await connectDatabases(settings, logger);
    try {
      for (const environment of settings.environments) {
        await work({ environment, database: databases.of[environment], logger, settings });
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
