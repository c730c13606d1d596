/** The two halves that share nothing, in the order in which documents name them. */
export const allEnvironments = ['development', 'production'] as const;

/** One of the two halves that share nothing. */
export type Environment = (typeof allEnvironments)[number];
