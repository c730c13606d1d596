import { runMigrations } from '@service/platform/migrations';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { webhookDispatcherMigrations } from '../migrations/index.js';

/** A database with the app's tables, whose owner may append as the app does. */
export async function migratedDatabase(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase();
  await runMigrations(database.url, webhookDispatcherMigrations);
  await database.pool.query(
    'GRANT INSERT ON webhook_dispatcher.events, webhook_dispatcher.published_events TO CURRENT_USER',
  );
  return database;
}
