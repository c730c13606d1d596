export * from './command-client.js';
export * from './command-handlers.js';
export * from './ending-commands.js';
export * from './new-command.js';
export { MOST_OF_PROJECT } from './project-turns.js';
export * from './service-error-of.js';
export * from './trace-command.js';
