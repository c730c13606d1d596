/** Injects the parts that a driver gives the gateway. */
export const GATEWAY_OPTIONS = Symbol('GatewayOptions');

/** Injects the services that complete every answer. */
export const ANSWER_PARTS = Symbol('AnswerParts');

/** Injects the environment that the application serves. */
export const ENVIRONMENT = Symbol('Environment');

/** Injects the freshness of the directory in memory. */
export const DIRECTORY_FRESHNESS = Symbol('DirectoryFreshness');

/** Injects the pool without a deadline, for work that no request waits for. */
export const BACKGROUND_POOL = Symbol('BackgroundPool');

/** Injects the pool of the repositories. */
export const LIST_POOL = Symbol('ListPool');

/** Injects the number of the cell that new key ids name. */
export const CELL = Symbol('Cell');

/** Injects the milliseconds after which a request is answered in any case. */
export const REQUEST_DEADLINE = Symbol('RequestDeadline');

/** Injects the path of the environment's signed trust policy. */
export const POLICY_FILE = Symbol('PolicyFile');

/** Injects the verifier keys of the witnesses that are asked to cosign the environment's checkpoints. */
export const WITNESSES = Symbol('Witnesses');

/** Injects whether the database is a restored copy, on which nothing is changed or proven. */
export const RESTORED_COPY = Symbol('RestoredCopy');

/** Injects the application's logger. */
export const LOGGER = Symbol('Logger');

/** Injects the application's tracer, null where nothing is traced. */
export const TRACER = Symbol('Tracer');
