export { countBySealingKey, requireSealingKeys } from './dependent-subscriptions.js';
export { keysIn, readSealingKeys } from './read-sealing-keys.js';
export { SealingKey } from './sealing-key.js';
export { DecryptionError, SealingKeys } from './sealing-keys.js';
