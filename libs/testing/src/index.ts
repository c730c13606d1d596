export * from './embedded-database.js';
export * from './eventually.js';
export * from './given.js';
export * from './span-collector.js';
export * from './test-run.js';
