export { runMigrations } from './run-migrations.js';
export { type AppMigrations } from './sql-migration.js';
