export * from './end-process.js';
export * from './on-stop-signal.js';
export * from './release-start-memory.js';
export * from './run-in-reverse.js';
export * from './supervised-process.js';
