export * from './detached-jws.js';
export * from './key-ring.js';
export * from './signing-key.js';
export * from './thumbprint.js';
export * from './verifying-key.js';
