export { beginAlone } from './begin-alone.js';
export { withClient } from './client.js';
export { measureOldestTransaction, oldestTransactionAge } from './oldest-transaction.js';
export { createPool, useOwnNames, type PoolOptions } from './pool.js';
export { DatabaseUnavailableError } from './database-unavailable.js';
