import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { hasCode, reasonOf } from '../../error-reason.js';
import { StartError } from '../../start-error.js';
import { beginAlone } from '../begin-alone.js';
import { withClient } from '../client.js';
import { createOwnSchema } from '../create-own-schema.js';
import { isLockTimeout } from '../lock-timeout.js';
import { pinSession } from '../session-settings.js';
import { typeormMigration, type AppMigrations } from './sql-migration.js';

/** SQLSTATE duplicate_table, duplicate_object, duplicate_function, duplicate_schema. */
const ALREADY_THERE = ['42P07', '42710', '42723', '42P06'];
/** Milliseconds between two attempts; meanwhile, statements that waited behind the migration go on. */
const PAUSE = 1_000;
const ATTEMPTS = 30;
/** Longest wait for another process's migrations. */
const LONGEST_WAIT = '10min';

/**
 * Runs the migrations that have not run, each in its own transaction, and returns their names in TypeORM's form.
 * Processes that do this at once wait for one another. A migration that waits for a lock gives up soon and is retried.
 * @param url of the database's owner.
 * @throws the error of the migration that failed; those before it stay. StartError where a lock is never free, or where another
 *   release made the tables.
 */
export async function runMigrations(
  url: string,
  { schema, directory, files }: AppMigrations,
  attempts = ATTEMPTS,
): Promise<string[]> {
  // TypeORM itself lets two processes run the same migration (typeorm#4588).
  return withClient(url, async (lock) => {
    await beginAlone(lock, `migrations:${schema}`, LONGEST_WAIT);
    // The locking connection is idle while the migrations run.
    await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await withClient(url, (client) => createOwnSchema(client, schema));
    const dataSource = new DataSource({
      type: 'postgres',
      // Otherwise TypeORM looks up the package by name, which fails in a bundle.
      driver: pg,
      url,
      schema,
      migrations: files.map((file) => typeormMigration(directory, file)),
      migrationsTableName: 'migrations',
      migrationsTransactionMode: 'each',
      synchronize: false,
      // TypeORM's console logger would print the error to standard output too.
      logger: 'debug',
      applicationName: 'migrations',
      poolSize: 1,
      extra: { onConnect: pinSession },
    });
    await dataSource.initialize();
    try {
      return await runWithRetries(dataSource, schema, attempts);
    } finally {
      await dataSource.destroy();
    }
  });
}

async function runWithRetries(dataSource: DataSource, schema: string, attempts: number): Promise<string[]> {
  const before = await namesOf(dataSource, schema);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations();
      return (await namesOf(dataSource, schema)).filter((name) => !before.includes(name));
    } catch (error) {
      if (!isLockTimeout(error)) throw madeByAnother(error, schema, before);
      if (attempt === attempts) {
        throw new StartError(
          `A migration of the schema ${schema} needs a lock that another session has held all the time; end that session, and migrate again.`,
          { cause: error },
        );
      }
      await pause(PAUSE);
    }
  }
}

/** Explains tables that an unrelated release made: migrations only extend the tables of their own history. */
function madeByAnother(error: unknown, schema: string, ran: readonly string[]): unknown {
  if (!ALREADY_THERE.some((code) => hasCode(error, code))) return error;
  return new StartError(
    `The schema ${schema} was made by a release that this one does not follow (${ran.join(', ') || 'without migrations'}): ${reasonOf(error)}. Start that release, or use an empty database.`,
    { cause: error },
  );
}

/** Names of the migrations that ran, in their order. */
async function namesOf(dataSource: DataSource, schema: string): Promise<string[]> {
  const [table] = (await dataSource.query(
    "SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = 'migrations'",
    [schema],
  )) as object[];
  if (table === undefined) return [];
  const rows = (await dataSource.query(`SELECT name FROM ${schema}.migrations ORDER BY id`)) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}
