export { arrayLiteral } from './array-literal.js';
export { beginAlone, continueAlone } from './begin-alone.js';
export { withClient } from './client.js';
export { currentPassword } from './current-password.js';
export { measurePool } from './measure-pool.js';
export { measureOldestTransaction, oldestTransactionAge } from './oldest-transaction.js';
export { createPool, useOwnNames, type PoolOptions } from './pool.js';
export { DatabaseUnavailableError } from './database-unavailable.js';
