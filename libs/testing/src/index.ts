export * from './eventually.js';
export * from './given.js';
