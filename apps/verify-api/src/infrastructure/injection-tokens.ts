/** Injects the environment that the application serves. */
export const ENVIRONMENT = Symbol('Environment');

/** Injects the URL of the environment's database, with the role of this app. */
export const DATABASE_URL = Symbol('DatabaseUrl');

/** Injects the application's logger. */
export const LOGGER = Symbol('Logger');
