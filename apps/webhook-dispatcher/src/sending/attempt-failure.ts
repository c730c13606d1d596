import type { AttemptError } from './delivery-attempt.js';

/** Why no connection came about; `kind` is what the attempt's result says. */
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
