import type { ErrorData, ServiceError } from '@service/contracts';

/** The body of every error, in the form of the specification's section 7. */
export interface ErrorBody {
  error: ErrorData & { message: string; request_id: string; docs: string };
}

let origin = '';

/** Sets the origin under which errors name their explanation: one for the process, which has one gateway. */
export function explainErrorsAt(publicUrl: string | undefined): void {
  origin = publicUrl ?? '';
}

export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const { code, ...extras } = error.toData();
  const docs = `${origin}/docs/errors#${code}`;
  return { error: { code, ...extras, message: error.message, request_id: requestId, docs } };
}

/** Whole seconds after which the caller may try again; null where that does not help, or nobody knows. */
export function retrySecondsOf({ code, retryAfter }: ServiceError): number | null {
  return retryAfter ?? (code === 'service.unavailable' ? 1 : null);
}
