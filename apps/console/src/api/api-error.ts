import type { components } from '../../generated/openapi.js';

type ErrorFields = components['schemas']['Error']['error'];

/** Codes of the Console’s own, for what no answer says. */
type OwnCode = 'console.unreachable' | 'console.unreadable' | 'console.passkey' | 'console.failed';
/** Codes of the session routes, which the public interface does not describe. */
type SessionCode = `session.${string}` | `operator.${string}` | `sign_in.${string}` | `invitation.${string}`;

export type ApiErrorFields = Partial<Omit<ErrorFields, 'code' | 'message' | 'request_id'>> & {
  code: ErrorFields['code'] | OwnCode | SessionCode;
  message: string;
  request_id: string | null;
};

/** What the service, or the way to it, refused. Everything that a call throws is one of these. */
export class ApiError extends Error {
  readonly code: ApiErrorFields['code'];

  constructor(
    /** 0 where there was no answer. */
    readonly status: number,
    readonly fields: ApiErrorFields,
    /** Seconds after which the same call may succeed; null where nobody knows. */
    readonly retryAfter: number | null = null,
  ) {
    super(fields.message);
    this.name = 'ApiError';
    this.code = fields.code;
  }

  /** What is wrong with the member of a body, to be shown beside its field. */
  issueOf(field: string): string | undefined {
    return this.fields.details?.find((each) => each.field === field)?.issue;
  }
}

/** The error of an answer that is one. */
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

/** The error where no answer came. */
export function unreachable(): ApiError {
  return new ApiError(0, {
    code: 'console.unreachable',
    message: 'The service did not answer. It may be restarting, or the network is down.',
    request_id: null,
  });
}
