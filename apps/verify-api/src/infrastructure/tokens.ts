/** Asks for the environment that the application serves. */
export const ENVIRONMENT = Symbol('Environment');

/** Asks for the application's logger. */
export const LOGGER = Symbol('Logger');
