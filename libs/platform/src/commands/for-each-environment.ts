import type { Environment } from '@service/contracts';
import { createLogger, type Logger } from '../logging/create-logger.js';
import { connectDatabases, type EnvironmentDatabase } from '../postgres/databases.js';
import { loadSettings, type Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';

/** The environment and the database that a command works on. */
export interface CommandTarget {
  environment: Environment;
  database: EnvironmentDatabase;
  logger: Logger;
  settings: Settings;
}

/**
 * Runs a command for every environment, on the database of the running service if there is one. A StartError
 * ends it with a sentence and exit code 1.
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
