export * from './command-client.js';
export * from './command-handlers.js';
export * from './ending-commands.js';
export * from './new-command.js';
export * from './service-error-of.js';
export * from './trace-command.js';
