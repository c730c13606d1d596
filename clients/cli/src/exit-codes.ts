/** Exit codes; 0 is success. */
export const EXIT = {
  /** The service refused, or something is not verified. */
  refused: 1,
  /** Wrong usage, or the command cannot start. */
  wrongCall: 2,
  notFound: 3,
  authentication: 4,
  unavailable: 5,
  interrupted: 130,
} as const;
