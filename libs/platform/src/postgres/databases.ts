import { join } from 'node:path';

import type { Environment } from '@service/contracts';
import { reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { requireMaking } from '../settings/make-missing.js';
import { variableOf } from '../settings/variable-of.js';
import { StartError } from '../start-error.js';
import { withClient } from './client.js';
import { DATABASE_APPS } from './database-apps.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import {
  EnvironmentDatabase,
  givenDatabase,
  type DatabaseSettings,
  type GivenDatabase,
} from './environment-database.js';
import { asRole, databaseOf, roleName } from './roles/role-names.js';
import { readRolePasswords, type RolePasswords } from './roles/role-passwords.js';
import { prepareEmbeddedDatabase } from './roles/prepare-embedded-database.js';

export { type DatabaseApp } from './database-apps.js';
export { EnvironmentDatabase, givenUrl } from './environment-database.js';

/** The databases of the hosted environments. */
export interface Databases {
  /** Has the hosted environments only. */
  readonly of: Readonly<Record<Environment, EnvironmentDatabase>>;
  /** Stops the embedded servers; call it last. Servers given by URL go on running. */
  stop(): Promise<void>;
}

const embeddedDatabase = 'service';

/**
 * Opens the databases of all hosted environments for a service: its `stop` stops the embedded servers.
 * @throws StartError where a database does not answer; servers already started are stopped.
 */
export async function openDatabases(settings: DatabaseSettings, logger: Logger): Promise<Databases> {
  return openEach(settings, logger, (server) => server.stop());
}

/**
 * Opens the databases of all hosted environments for a command, which may run beside the service: its `stop`
 * stops the embedded servers that no other process uses.
 * @throws StartError where a database does not answer.
 */
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
  const open = async (environment: Environment): Promise<[Environment, EnvironmentDatabase]> => {
    const directory = join(settings.dataDirectory, environment);
    const given = givenDatabase(settings, environment);
    if (given !== undefined) return [environment, await openGiven(given, directory, settings)];
    requireMaking(settings, variableOf('DATABASE_OWNER_URL', environment), `the database of ${environment}`);
    const { server, database } = await openEmbedded(environment, directory, logger);
    servers.push(server);
    return [environment, database];
  };
  const outcomes = await Promise.allSettled(settings.environments.map(open));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { of: Object.fromEntries(opened) as Databases['of'], stop };
}

/**
 * Where only the owner's URL of a database is given, the service creates the apps' roles; their passwords are
 * in the data directory.
 */
async function openGiven(
  given: GivenDatabase,
  directory: string,
  settings: DatabaseSettings,
): Promise<EnvironmentDatabase> {
  const [first, ...others] = given.urls;
  if (first !== undefined) await requireDatabase(first.url, first.variable);
  const { environment, owner } = given.database;
  if (owner === undefined || others.length > 0) return given.database;
  requireMaking(settings, variableOf('DATABASE_URL', environment, 'verify_api'), 'the role of each app');
  return withOwnRoles(environment, owner, await readRolePasswords(directory));
}

async function openEmbedded(environment: Environment, directory: string, logger: Logger) {
  const prepare = async (superuserUrl: string): Promise<void> => {
    const passwords = await readRolePasswords(directory);
    await withClient(superuserUrl, (client) => prepareEmbeddedDatabase(client, superuserUrl, passwords));
  };
  const server = await startEmbeddedServer({ directory, database: embeddedDatabase, logger, prepare });
  const passwords = await readRolePasswords(directory);
  const owner = asRole(server.localUrl, roleName(embeddedDatabase, 'owner'), passwords.owner);
  return { server, database: withOwnRoles(environment, owner, passwords) };
}

function withOwnRoles(
  environment: Environment,
  owner: string,
  passwords: RolePasswords,
): EnvironmentDatabase {
  const database = databaseOf(owner);
  const apps = DATABASE_APPS.map((app) => [app, asRole(owner, roleName(database, app), passwords[app])]);
  return new EnvironmentDatabase(environment, owner, Object.fromEntries(apps));
}

/**
 * Checks that the database of a setting answers.
 * @throws StartError with the setting's name where it does not.
 */
export async function requireDatabase(url: string, variable: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query('SELECT'));
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new StartError(
      `The database of ${variable} (${host}${pathname}) does not answer: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
