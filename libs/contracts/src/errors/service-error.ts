import type { HeldCapability } from '../capabilities.js';
import { errors, type ErrorCode } from './registry.js';

/** A problem of a request. */
export interface ErrorDetail {
  field: string;
  issue: string;
}

/** Members that only some errors carry. */
export interface ErrorExtras {
  /** More precise than the registry's message. */
  message?: string;
  scope_required?: HeldCapability;
  scope_held?: readonly HeldCapability[];
  details?: readonly ErrorDetail[];
  /** Id of the object that prevents the request. */
  existing_id?: string;
}

/** An error as it is sent between processes. */
export interface ErrorData extends ErrorExtras {
  code: ErrorCode;
}

/** A refusal or failure from the registry: the only error that is answered with its code and message. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  /**
   * @param retryAfter whole seconds after which a retry may succeed, where known. It is answered in a header
   *   field, never in the body, and is not sent between processes.
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

/** Refuses a request because of one of its members. @param issue the problem, as in “must be in the future”. */
export function invalidRequest(field: string, issue: string): ServiceError {
  return new ServiceError('request.invalid', { details: [{ field, issue }] });
}
