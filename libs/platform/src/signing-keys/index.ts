export { readSigningKeys } from './read-signing-keys.js';
export { placeOf, signingKeysFileOf, type SigningKeysFile } from './signing-keys-file.js';
export { changeSigningKeys } from './change-signing-keys.js';
export { measureSigningKeys } from './measure-signing-keys.js';
