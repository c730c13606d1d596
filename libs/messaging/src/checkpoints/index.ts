export * from './checkpoint-keeper.js';
export * from './file-checkpoint-keeper.js';
