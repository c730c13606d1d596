export { LOG_SCHEMAS } from './log/log-schemas.js';
export { logMigration } from './log/log-tables.sql.js';
export { recoverLog } from './log/recover-log.js';
export { Sequencer } from './log/sequencer.js';
export { recordStoreMigrations } from './migrations/index.js';
export { RecordStoreModule, type RecordStoreOptions } from './record-store.module.js';
