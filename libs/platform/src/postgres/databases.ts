import { join } from 'node:path';

import type { Environment } from '@service/contracts';
import { reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { variableOf, type Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';
import { withClient } from './client.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';

/** The databases of the hosted environments. */
export interface Databases {
  /** Holds the hosted environments only. */
  readonly urls: Readonly<Record<Environment, string>>;
  /** Stops the embedded servers, and is called last; servers given by URL stay as they are. */
  stop(): Promise<void>;
}

type DatabaseSettings = Pick<Settings, 'environments' | 'dataDirectory' | 'databaseUrls'>;

const embeddedDatabase = 'service';

/** Opens the database of every hosted environment, for a service: its `stop` stops the embedded servers.
 *  @throws StartError when one does not answer; those already started are stopped. */
export async function openDatabases(settings: DatabaseSettings, logger: Logger): Promise<Databases> {
  return openEach(settings, logger, (server) => server.stop());
}

/** Opens the database of every hosted environment, for a command beside the service or without it: its `stop` stops
 *  the embedded servers that no other process uses.
 *  @throws StartError when one does not answer. */
export async function connectDatabases(settings: DatabaseSettings, logger: Logger): Promise<Databases> {
  return openEach(settings, logger, (server) => server.release());
}

async function openEach(
  settings: DatabaseSettings,
  logger: Logger,
  leave: (server: EmbeddedServer) => Promise<void>,
): Promise<Databases> {
  const servers: EmbeddedServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map(leave));
  };
  const open = async (environment: Environment): Promise<[Environment, string]> => {
    const given = settings.databaseUrls[environment];
    if (given !== undefined) {
      await requireDatabase(given, environment);
      return [environment, given];
    }
    const directory = join(settings.dataDirectory, environment);
    const server = await startEmbeddedServer({ directory, database: embeddedDatabase, logger });
    servers.push(server);
    return [environment, server.url];
  };
  const outcomes = await Promise.allSettled(settings.environments.map(open));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { urls: Object.fromEntries(opened) as Record<Environment, string>, stop };
}

/** Makes sure that the database given for an environment answers.
 *  @throws StartError naming its setting where it does not. */
export async function requireDatabase(url: string, environment: Environment): Promise<void> {
  try {
    await withClient(url, (client) => client.query('SELECT'));
  } catch (error) {
    const { host, pathname } = new URL(url);
    const variable = variableOf('DATABASE_URL', environment);
    throw new StartError(
      `The database of ${variable} (${host}${pathname}) does not answer: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
