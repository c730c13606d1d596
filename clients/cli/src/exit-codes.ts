/** How a command ends. 0: done. */
export const EXIT = {
  /** The service refused, or something is not verified. */
  refused: 1,
  /** A wrong call, or it cannot start. */
  wrongCall: 2,
  notFound: 3,
  authentication: 4,
  unavailable: 5,
  interrupted: 130,
} as const;
