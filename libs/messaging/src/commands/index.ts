export * from './command-client.js';
export * from './new-command.js';
export * from './service-error-of.js';
