import { DataSource, type MigrationInterface } from 'typeorm';

import { withClient } from './client.js';

export interface MigrationOptions {
  readonly url: string;
  /** Created if missing; holds the table `migrations`. */
  readonly schema: string;
  /** Classes of raw SQL, named with a timestamp in milliseconds at the end; they name the schema of their tables. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** Runs the migrations that have not run, all in one transaction, and answers their names. Processes that do this at
 *  once wait for one another.
 *  @throws the error of the migration that failed, and then nothing has changed. */
export async function runMigrations(options: MigrationOptions): Promise<string[]> {
  const { url, schema, migrations } = options;
  // TypeORM itself lets two processes run the same migration (typeorm#4588).
  return withClient(url, async (lock) => {
    await lock.query('BEGIN');
    // It waits idle while the migrations run, as long as they take.
    await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await lock.query("SELECT pg_advisory_xact_lock(hashtextextended('migrations:' || $1, 0::bigint))", [
      schema,
    ]);
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      schema,
      migrations: [...migrations],
      migrationsTableName: 'migrations',
      migrationsTransactionMode: 'all',
      synchronize: false,
      // The console's would print to standard output what the error says anyway.
      logger: 'debug',
      applicationName: 'migrations',
      poolSize: 1,
    });
    await dataSource.initialize();
    try {
      await dataSource.query(`CREATE SCHEMA IF NOT EXISTS ${lock.escapeIdentifier(schema)}`);
      const ran = await dataSource.runMigrations();
      return ran.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  });
}
