export * from './command-client.js';
export * from './issuer.pipe.js';
export * from './new-command.js';
export * from './service-error-of.js';
export * from './trace-command.js';
