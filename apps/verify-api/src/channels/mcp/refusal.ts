import type { ServiceError } from '@service/contracts';
import { escapeTexts } from '@service/evidence';
import { errorBody, retrySecondsOf } from '../../admission/error-body.js';

/** The body of a refusal for agents. It says when to retry, because they see no headers. */
export function refusalBody(error: ServiceError, requestId: string): object {
  const retry = retrySecondsOf(error);
  const body = { ...errorBody(error, requestId), ...(retry === null ? {} : { retry_after_seconds: retry }) };
  return escapeTexts(body) as object;
}
