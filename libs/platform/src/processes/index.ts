export * from './end-process.js';
export * from './release-start-memory.js';
export * from './supervised-process.js';
