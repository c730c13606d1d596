import type { Environment } from '@service/contracts';
import { createLogger, type Logger } from '../logging/create-logger.js';
import { connectDatabase, type EnvironmentDatabase, type MoveMark } from '../postgres/databases.js';
import { loadEnvironments } from '../settings/environments.js';
import { warnOfNearMisses } from '../settings/near-misses.js';
import type { Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';
import { endWithSentence } from '../start-sentence.js';

/** The environment and the database that a command works on. */
export interface CommandTarget {
  environment: Environment;
  database: EnvironmentDatabase;
  logger: Logger;
  settings: Settings;
}

/**
 * Runs a command for ENVIRONMENT, or else for each of ENVIRONMENTS, on the database of the running service if there is
 * one. A known cause ends it with a sentence and exit code 1. @param named reads the environments from the arguments;
 * undefined for all. @param moving the mark of a move that the command works with.
 */
export async function forEachEnvironment(
  work: (target: CommandTarget) => Promise<void>,
  named: () => string | undefined = () => undefined,
  moving?: MoveMark,
): Promise<void> {
  try {
    const logger = createLogger('warn');
    const only = named();
    const known = loadEnvironments(process.env);
    warnOfNearMisses(process.env, logger);
    const wanted = known.filter(({ environment }) => (only ?? environment) === environment);
    if (wanted.length === 0) {
      const names = known.map(({ environment }) => environment).join(', ');
      throw new StartError(`There is no environment ${only} here; ENVIRONMENTS are ${names}.`);
    }
    for (const { environment, settings } of wanted) {
      const { database, stop } = await connectDatabase(settings, logger, moving);
      try {
        await work({ environment, database, logger, settings });
      } finally {
        await stop();
      }
    }
  } catch (error) {
    endWithSentence(error);
  }
}
