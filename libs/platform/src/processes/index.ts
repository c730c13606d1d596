export * from './end-process.js';
export * from './supervised-process.js';
