import type { HeldCapability } from '../capabilities.js';
import { errors, type ErrorCode } from './registry.js';

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  field: string;
  issue: string;
}

/** Members that only some errors carry. */
export interface ErrorExtras {
  /** Says it more precisely than the registry does. */
  message?: string;
  scope_required?: HeldCapability;
  scope_held?: readonly HeldCapability[];
  details?: readonly ErrorDetail[];
  /** Id of what stands in the way. */
  existing_id?: string;
}

/** An error as it travels between processes. */
export interface ErrorData extends ErrorExtras {
  code: ErrorCode;
}

/** A refusal or failure from the registry: the only error that is ever answered as what it is. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  /**
   * @param retryAfter whole seconds after which a repetition may succeed, where that is known. It stands in a
   *   header field of the answer, never in its body, and does not travel between processes.
   */
  constructor(
    readonly code: ErrorCode,
    readonly extras: ErrorExtras = {},
    readonly retryAfter: number | null = null,
  ) {
    super(extras.message ?? errors[code].message);
  }

  get status(): number {
    return errors[this.code].status;
  }

  toData(): ErrorData {
    return { code: this.code, ...this.extras };
  }

  static fromData({ code, ...extras }: ErrorData): ServiceError {
    return new ServiceError(code, extras);
  }
}

/** Refuses a request for one of its members. @param issue what is wrong with it, as in “must be in the future”. */
export function invalidRequest(field: string, issue: string): ServiceError {
  return new ServiceError('request.invalid', { details: [{ field, issue }] });
}
