export * from './add-checkpoint.js';
export * from './judge-checkpoint.js';
export * from './witness.js';
