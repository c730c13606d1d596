/** Exit codes, and what each means; 0 is success. */
const CODES = {
  refused: [1, 'refused or not verified'],
  wrongCall: [2, 'wrong usage, or it cannot start'],
  notFound: [3, 'not found'],
  authentication: [4, 'not signed in'],
  unavailable: [5, 'service unavailable'],
  unwritten: [6, 'output not written, such as on a full disk'],
  defect: [70, 'a defect of rvs'],
  interrupted: [130, 'interrupted'],
  // As of a program that SIGPIPE ended.
  closedPipe: [141, 'the reader of its output has gone, such as head'],
} as const;

export const EXIT = Object.fromEntries(Object.entries(CODES).map(([name, [code]]) => [name, code])) as {
  readonly [Name in keyof typeof CODES]: (typeof CODES)[Name][0];
};

export const EXIT_CODES = `Exit codes: 0 success; ${Object.values(CODES)
  .map(([code, meaning]) => `${code} ${meaning}`)
  .join('; ')}.`;
