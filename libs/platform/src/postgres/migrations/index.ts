export { runMigrations } from './run-migrations.js';
export { type AppMigrations, type SharedMigration } from './sql-migration.js';
