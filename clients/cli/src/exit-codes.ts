/** Exit codes; 0 is success. */
export const EXIT = {
  /** The service refused, or something is not verified. */
  refused: 1,
  /** Wrong usage, or the command cannot start. */
  wrongCall: 2,
  notFound: 3,
  authentication: 4,
  unavailable: 5,
  /** Standard output or a file cannot be written, such as on a full disk. */
  unwritten: 6,
  /** A defect of this program. */
  defect: 70,
  interrupted: 130,
  /** The reader of its output has gone, such as `head`: as a program that SIGPIPE ended. */
  closedPipe: 141,
} as const;
