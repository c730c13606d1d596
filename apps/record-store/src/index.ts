export { recordStoreMigrations } from './migrations/index.js';
export { RecordStoreModule, type RecordStoreOptions } from './record-store.module.js';
