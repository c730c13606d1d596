import type { ErrorCode, ErrorData, ServiceError } from '@service/contracts';

/** The body of every error, in the form of the specification's section 7. */
export interface ErrorBody {
  error: ErrorData & { message: string; request_id: string; docs: string };
}

/** Path of the explanation of an error code on this server. */
function docsPath(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const { code, ...extras } = error.toData();
  return { error: { code, ...extras, message: error.message, request_id: requestId, docs: docsPath(code) } };
}

/** Whole seconds after which the caller may try again; null where that does not help, or nobody knows. */
export function retrySecondsOf({ code, retryAfter }: ServiceError): number | null {
  return retryAfter ?? (code === 'service.unavailable' ? 1 : null);
}
