import { join } from 'node:path';

import { reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { requireMaking } from '../settings/make-missing.js';
import { StartError } from '../start-error.js';
import { withClient } from './client.js';
import { DATABASE_APPS } from './database-apps.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import {
  EnvironmentDatabase,
  appUrlVariable,
  givenDatabase,
  type DatabaseSettings,
  type GivenDatabase,
} from './environment-database.js';
import { asRole, databaseOf, roleName } from './roles/role-names.js';
import { readRolePasswords, type RolePasswords } from './roles/role-passwords.js';
import { prepareEmbeddedDatabase } from './roles/prepare-embedded-database.js';

export { type DatabaseApp } from './database-apps.js';
export { EnvironmentDatabase, givenUrl } from './environment-database.js';

/** The open database of an environment. */
export interface OpenDatabase {
  readonly database: EnvironmentDatabase;
  /** Releases an embedded server; call it last. A server given by URL keeps running. */
  stop(): Promise<void>;
}

const embeddedDatabase = 'service';

/**
 * Opens the database of an environment for a service: its `stop` stops the embedded server.
 * @throws StartError where the database does not answer.
 */
export async function openDatabase(settings: DatabaseSettings, logger: Logger): Promise<OpenDatabase> {
  return open(settings, logger, (server) => server.stop());
}

/**
 * Opens the database of an environment for a command, which may run beside the service: its `stop` stops an embedded
 * server that no other process uses.
 * @throws StartError where the database does not answer.
 */
export async function connectDatabase(settings: DatabaseSettings, logger: Logger): Promise<OpenDatabase> {
  return open(settings, logger, (server) => server.release());
}

async function open(
  settings: DatabaseSettings,
  logger: Logger,
  leave: (server: EmbeddedServer) => Promise<void>,
): Promise<OpenDatabase> {
  const directory = join(settings.dataDirectory, settings.environment);
  const given = givenDatabase(settings);
  if (given !== undefined) {
    const database = await openGiven(given, directory, settings);
    return { database, stop: () => Promise.resolve() };
  }
  requireMaking(settings, 'DATABASE_OWNER_URL', 'the database');
  const { server, database } = await openEmbedded(directory, logger);
  return { database, stop: () => leave(server) };
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
  const { owner } = given.database;
  if (owner === undefined || others.length > 0) return given.database;
  requireMaking(settings, appUrlVariable('verify_api'), 'the role of each app');
  return withOwnRoles(owner, await readRolePasswords(directory));
}

async function openEmbedded(directory: string, logger: Logger) {
  const prepare = async (superuserUrl: string): Promise<void> => {
    const passwords = await readRolePasswords(directory);
    await withClient(superuserUrl, (client) => prepareEmbeddedDatabase(client, superuserUrl, passwords));
  };
  const server = await startEmbeddedServer({ directory, database: embeddedDatabase, logger, prepare });
  const passwords = await readRolePasswords(directory);
  const owner = asRole(server.localUrl, roleName(embeddedDatabase, 'owner'), passwords.owner);
  return { server, database: withOwnRoles(owner, passwords) };
}

function withOwnRoles(owner: string, passwords: RolePasswords): EnvironmentDatabase {
  const database = databaseOf(owner);
  const apps = DATABASE_APPS.map((app) => [app, asRole(owner, roleName(database, app), passwords[app])]);
  return new EnvironmentDatabase(owner, Object.fromEntries(apps));
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
