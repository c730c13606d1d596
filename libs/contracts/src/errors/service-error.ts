import type { HeldCapability } from '../capabilities.js';
import { errors, type ErrorCode } from './registry.js';

/** A problem of a request. */
export interface ErrorDetail {
  field: string;
  issue: string;
}

/** The most details that an error carries. More would not help, and could make an answer larger than its request. */
export const MOST_DETAILS = 20;

/** The most characters of a field's name in a detail; a longer one was chosen by the caller. */
const MOST_FIELD = 200;

/** Members that only some errors carry. */
export interface ErrorExtras {
  /** More precise than the registry's message. */
  message?: string;
  scope_required?: HeldCapability;
  scope_held?: readonly HeldCapability[];
  details?: readonly ErrorDetail[];
  /** Id of the object that prevents the request. */
  existing_id?: string;
  /** Version and state, at the refusal, of the object of the request, or of the object that prevents it. */
  current_version?: number;
  current_state?: string;
  /** Until when the old secret of a rotation works, or worked. */
  overlap_ends_at?: string;
  /** Id of the delivery that has to end first. */
  blocked_by?: string;
}

/** Current version and state of a resource. */
export interface CurrentState {
  readonly version: number;
  readonly state: string;
}

/** An error as it is sent between processes. */
export interface ErrorData extends ErrorExtras {
  code: ErrorCode;
}

/** A refusal or failure from the registry: the only error that is answered with its code and message. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly extras: ErrorExtras;

  /**
   * @param extras of `details`, only the first `MOST_DETAILS` are kept.
   * @param retryAfter whole seconds after which a retry may succeed, where known. It is answered in a header
   *   field, never in the body, and is not sent between processes.
   */
  constructor(
    readonly code: ErrorCode,
    extras: ErrorExtras = {},
    readonly retryAfter: number | null = null,
  ) {
    super(extras.message ?? messageOf(code, extras));
    const { details } = extras;
    this.extras = details === undefined ? extras : { ...extras, details: shown(details) };
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

/**
 * The registry's message with the capability that is lacking, or what is wrong with the first member; for a request that is
 * invalid, that alone.
 */
function messageOf(code: ErrorCode, { scope_required, details: [first] = [] }: ErrorExtras): string {
  const { message } = errors[code];
  if (scope_required !== undefined) return `${message.slice(0, -1)}: ${scope_required}.`;
  if (first === undefined) return message;
  const problem = `${first.field === '' ? 'The request' : shortened(first.field)} ${first.issue}.`;
  return code.startsWith('request.') ? problem : `${message.slice(0, -1)}: ${problem}`;
}

function shown(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.slice(0, MOST_DETAILS).map(({ field, issue }) => ({ field: shortened(field), issue }));
}

function shortened(field: string): string {
  // `slice` may split a surrogate pair.
  return field.length <= MOST_FIELD ? field : `${field.slice(0, MOST_FIELD).toWellFormed()}…`;
}

/**
 * Refuses a request because of the resource's current version or state.
 * @param message more precise than the registry's.
 */
export function conflictWith(
  code: ErrorCode,
  { version, state }: CurrentState,
  message?: string,
): ServiceError {
  const precise = message === undefined ? {} : { message };
  return new ServiceError(code, { ...precise, current_version: version, current_state: state });
}

/** Refuses a request because of one of its members. @param issue the problem, as in “must be in the future”. */
export function invalidRequest(field: string, issue: string): ServiceError {
  return new ServiceError('request.invalid', { details: [{ field, issue }] });
}

/** Refuses a caller that lacks a capability. The error always names the needed one, and those that it holds. */
export function insufficientScope(
  scope_required: HeldCapability,
  scope_held: readonly HeldCapability[],
  message?: string,
): ServiceError {
  const members = { scope_required, scope_held };
  return new ServiceError(
    'authority.insufficient_scope',
    message === undefined ? members : { message, ...members },
  );
}
