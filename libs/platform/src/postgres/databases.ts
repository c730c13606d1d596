import { join } from 'node:path';

import { reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { requireMaking } from '../settings/make-missing.js';
import { StartError } from '../start-error.js';
import { withClient } from './client.js';
import { reasonBehind } from './database-unavailable.js';
import { DATABASE_APPS, type DatabaseApp } from './database-apps.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import {
  EnvironmentDatabase,
  appUrlVariable,
  givenDatabase,
  type DatabaseSettings,
  type GivenDatabase,
} from './environment-database.js';
import { FOUND_MARKS, refuseMark, refuseMarked, type MoveMark } from './move-marks.js';
import { asRole, databaseOf, roleName } from './roles/role-names.js';
import { readRolePasswords, type RolePasswords } from './roles/role-passwords.js';
import { prepareEmbeddedDatabase } from './roles/prepare-embedded-database.js';

export { OWNER_APPS, type DatabaseApp } from './database-apps.js';
export { EnvironmentDatabase, givenUrl } from './environment-database.js';
export { refuseMarked, type MoveMark } from './move-marks.js';

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
 * @param moving the mark that this command works with; all others are refused there.
 * @throws StartError where the database does not answer, was exported, or holds an unfinished import.
 */
export async function connectDatabase(
  settings: DatabaseSettings,
  logger: Logger,
  moving?: MoveMark,
): Promise<OpenDatabase> {
  const opened = await open(settings, logger, (server) => server.release());
  const { owner } = opened.database;
  if (owner === undefined) return opened;
  try {
    await refuseMarked(owner, moving);
    return opened;
  } catch (error) {
    await opened.stop();
    throw error;
  }
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
  if (owner === undefined) {
    const named = DATABASE_APPS.map((app) => [app, settings.databaseAppUrls[app]] as const);
    for (const [app, url] of named)
      if (url !== undefined) await requireDatabase(url, appUrlVariable(app), app);
  }
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
 * Checks that the database of a setting answers and can store every text. With an app, also checks that its tables exist and
 * are complete, and that the role is the app's.
 * @throws StartError that names the setting if a check fails.
 */
export async function requireDatabase(url: string, variable: string, app?: DatabaseApp): Promise<void> {
  const { host, pathname } = new URL(url);
  const named = `The database of ${variable} (${host}${pathname})`;
  let found: FoundDatabase | undefined;
  try {
    const { rows } = await withClient(url, (client) => client.query<FoundDatabase>(ALLOWED, [app]));
    found = rows[0];
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${named} does not answer: ${reasonOf(reasonBehind(error))}.`, { cause: error });
  }
  if (app === undefined) return;
  refuseMark(found?.marks, named);
  if (found?.allowed === true) return;
  if (found?.allowed === false)
    throw new StartError(
      `${named} is for the role of ${app}, not for ${found.role}, which may not use its tables.`,
    );
  throw new StartError(`${named} has no tables of ${app}: run npm run migrate.`);
}

interface FoundDatabase {
  role: string;
  /** Whether the role may use the app's schema; null where the schema does not exist. */
  allowed: boolean | null;
  marks: string[];
}

const ALLOWED = `SELECT current_user AS role, CASE WHEN to_regnamespace($1) IS NOT NULL
  THEN has_schema_privilege($1, 'USAGE') END AS allowed, ${FOUND_MARKS}`;
