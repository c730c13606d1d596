/** Packages that no bundle contains: pino finds its own files by a path, and the service binds a class of kafkajs. */
export const APART = ['kafkajs', 'pino'];
