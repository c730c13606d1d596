import type { EvidenceFault, ServiceError } from '@record-verification/client';
import { CommandError, propertyOf, reasonOf } from './errors.js';
import { EXIT } from './exit-codes.js';

/** Message and exit code of a failure. */
export interface Failure {
  exitCode: number;
  message: string;
  /** The error in the form of the API’s. */
  error: object;
}

// Errors are recognised by name, because the client is loaded only by commands that need it.

/** The message and exit code for a thrown value; null for an unexpected error. */
export function failureOf(thrown: unknown): Failure | null {
  switch (propertyOf(thrown, 'name')) {
    case 'CommandError': {
      const { message, exitCode } = thrown as CommandError;
      return { exitCode, message, error: { code: 'command', message } };
    }
    case 'ServiceError':
      return refusal(thrown as ServiceError);
    case 'ConnectionError': {
      const cause = propertyOf(propertyOf(thrown, 'cause'), 'cause') ?? propertyOf(thrown, 'cause');
      const why = cause === undefined ? '' : ` (${reasonOf(cause)})`;
      const message = `${reasonOf(thrown)}${why}.`;
      return { exitCode: EXIT.unavailable, message, error: { code: 'service.unreachable', message } };
    }
    case 'EvidenceFault': {
      const { check, message, requestId } = thrown as EvidenceFault;
      const error = { code: 'evidence.not_verified', check, message, request_id: requestId };
      return { exitCode: EXIT.refused, message, error };
    }
    case 'PolicyRefused': {
      const check = propertyOf(thrown, 'check');
      const message = `${String(check)}: ${reasonOf(thrown)}.`;
      return { exitCode: EXIT.refused, message, error: { code: 'evidence.not_verified', check, message } };
    }
    default:
      return fileFault(thrown);
  }
}

/** A file system error, such as ENOSPC; null for any other. */
function fileFault(thrown: unknown): Failure | null {
  if (propertyOf(thrown, 'syscall') === undefined) return null;
  const message = `${reasonOf(thrown)}.`;
  return { exitCode: EXIT.wrongCall, message, error: { code: 'command', message } };
}

function refusal({ code, message, status, requestId, details, body }: ServiceError): Failure {
  const wrong = details.map(({ field, issue: why }) => `\n  ${field}: ${why}`).join('');
  const id = requestId === null ? '' : ` [${requestId}]`;
  const needed = typeof body['scope_required'] === 'string' ? `\n  it needs ${body['scope_required']}` : '';
  return {
    exitCode: exitCodeOf(status),
    message: `${code}: ${message}${id}${needed}${wrong}`,
    error: { code, message, request_id: requestId, ...body },
  };
}

function exitCodeOf(status: number): number {
  if (status === 401) return EXIT.authentication;
  if (status === 404) return EXIT.notFound;
  return status === 429 || status >= 500 ? EXIT.unavailable : EXIT.refused;
}
