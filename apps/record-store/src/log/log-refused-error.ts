/**
 * Thrown where the log must not go on: it is not what was published, or something forks it. Only `recover`
 * helps.
 */
export class LogRefusedError extends Error {
  override readonly name = 'LogRefusedError';
}
