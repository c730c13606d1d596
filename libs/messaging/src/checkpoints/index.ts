export * from './checkpoint-store.js';
export * from './file-checkpoint-store.js';
