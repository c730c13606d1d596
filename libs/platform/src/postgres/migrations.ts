import { DataSource, type MigrationInterface } from 'typeorm';

import { withClient } from './client.js';

export interface MigrationOptions {
  readonly url: string;
  /** Created if missing; holds the table `migrations`. */
  readonly schema: string;
  /**
   * Classes with raw SQL whose names end with a timestamp in milliseconds; their SQL names the schema of their
   * tables.
   */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/**
 * Runs the pending migrations, all in one transaction, and answers their names. Concurrent processes wait for
 * each other.
 * @throws the error of the failed migration; nothing has changed then.
 */
export async function runMigrations(options: MigrationOptions): Promise<string[]> {
  const { url, schema, migrations } = options;
  // TypeORM itself lets two processes run the same migration (typeorm#4588).
  return withClient(url, async (lock) => {
    await lock.query('BEGIN');
    // This transaction is idle while the migrations run.
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
      // The console logger would repeat the error on standard output.
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
