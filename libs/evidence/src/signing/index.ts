export * from './detached-jws.js';
export * from './key-ring.js';
export { isPublicKey } from './public-key.js';
export * from './signing-key.js';
export * from './thumbprint.js';
export * from './verifying-key.js';
