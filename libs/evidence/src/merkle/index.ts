export * from './frontier.js';
export * from './hashing.js';
export * from './merkle-tree.js';
export * from './nodes.js';
export * from './proof-nodes.js';
export * from './verify-consistency.js';
export * from './verify-inclusion.js';
