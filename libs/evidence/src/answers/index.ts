export * from './answer-path.js';
export * from './answer-statement.js';
export * from './answers-signer.js';
export * from './as-of.js';
export * from './verify-answer.js';
