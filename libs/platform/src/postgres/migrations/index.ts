export { runMigrations } from './run-migrations.js';
export { migrationNames, type AppMigrations, type SharedMigration } from './sql-migration.js';
