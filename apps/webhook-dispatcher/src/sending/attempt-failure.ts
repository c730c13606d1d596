import type { AttemptError } from './delivery-attempt.js';

/** Why an attempt failed; `kind` is the error in its result. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';

  constructor(
    readonly kind: AttemptError,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
