import type { components } from '../../generated/openapi.js';

type ErrorFields = components['schemas']['Error']['error'];

/** Codes of the Console’s own, for errors that no answer reports. */
type OwnCode = 'console.unreachable' | 'console.unreadable' | 'console.passkey' | 'console.failed';
/** Codes of the session routes, which the public interface does not describe. */
type SessionCode = `session.${string}` | `operator.${string}` | `sign_in.${string}` | `invitation.${string}`;

export type ApiErrorFields = Partial<Omit<ErrorFields, 'code' | 'message' | 'request_id'>> & {
  code: ErrorFields['code'] | OwnCode | SessionCode;
  message: string;
  request_id: string | null;
};

/** Code of a call that a restored copy refuses. A retry would be refused, too. */
export const RESTORED_COPY = 'service.restored_copy';

/** An error of the service or of the connection to it. Calls throw nothing else. */
export class ApiError extends Error {
  readonly code: ApiErrorFields['code'];

  constructor(
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly fields: ApiErrorFields,
    /** Seconds until a retry may succeed; null if unknown. */
    readonly retryAfter: number | null = null,
  ) {
    super(fields.message);
    this.name = 'ApiError';
    this.code = fields.code;
  }

  /** Error message for a member of the body, shown beside its field. */
  issueOf(field: string): string | undefined {
    return this.fields.details?.find((each) => each.field === field)?.issue;
  }
}

/** Whether an error may pass by itself. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === RESTORED_COPY) return false;
  return [0, 429, 502, 503, 504].includes(error.status);
}

/** Reads the error from an answer. */
export function errorOf(response: Response, body: unknown): ApiError {
  const told = (body as { error?: ApiErrorFields } | null | undefined)?.error;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const fields = told ?? {
    code: 'console.unreadable',
    message: `The answer with status ${response.status} is not one of the service: a proxy may have sent it.`,
    request_id: response.headers.get('service-request-id'),
  };
  return new ApiError(response.status, fields, Number.isNaN(retryAfter) ? null : retryAfter);
}

/** The error for a missing answer. */
export function unreachable(): ApiError {
  return new ApiError(0, {
    code: 'console.unreachable',
    message: 'The service did not answer. It may be restarting, or the network is down.',
    request_id: null,
  });
}
