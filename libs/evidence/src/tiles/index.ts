export * from './entry-bundle.js';
export * from './public-log.js';
export * from './tile-address.js';
export * from './tile-nodes.js';
export * from './tile-path.js';
export * from './tile-set.js';
export * from './tile-tree.js';
