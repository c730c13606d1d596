export * from './command-client.js';
export * from './command-handlers.js';
export * from './new-command.js';
export { MOST_OF_PROJECT, countedUnder } from './project-turns.js';
export * from './service-error-of.js';
export * from './trace-command.js';
