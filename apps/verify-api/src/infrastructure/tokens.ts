/** Asks for the environment that the application serves. */
export const ENVIRONMENT = Symbol('Environment');

/** Asks for the URL of the environment's database, with the role of this app. */
export const DATABASE_URL = Symbol('DatabaseUrl');

/** Asks for the application's logger. */
export const LOGGER = Symbol('Logger');
