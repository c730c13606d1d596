export { countBySealingKey, requireSealingKeys } from './dependent-subscriptions.js';
export { readSealingKeys } from './read-sealing-keys.js';
export { SealingKey } from './sealing-key.js';
export { DecryptionError, SealingKeys } from './sealing-keys.js';
