import type { EvidenceFault, ServiceError } from '@record-verification/client';
import { CommandError, propertyOf, reasonOf } from './errors.js';
import { EXIT } from './exit-codes.js';
import { printable } from './output/terminal.js';

/** Message and exit code of a failure. */
export interface Failure {
  exitCode: number;
  message: string;
  /** The error in the form of the API’s. */
  error: object;
}

// Errors are recognised by name, because the client is loaded only by commands that need it.

/** The message and exit code for a thrown value. */
export function failureOf(thrown: unknown): Failure {
  const failure = expected(thrown) ?? defect(thrown);
  const isFull = [thrown, propertyOf(thrown, 'cause')].some((each) =>
    FULL.includes(propertyOf(each, 'code')),
  );
  return isFull ? { ...failure, exitCode: EXIT.unwritten } : failure;
}

const FULL: unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** The message and exit code where standard output or standard error cannot be written. */
export function outputFailure(thrown: unknown): Failure {
  const isClosed = ['EPIPE', 'ECONNRESET'].includes(String(propertyOf(thrown, 'code')));
  const exitCode = isClosed ? EXIT.closedPipe : EXIT.unwritten;
  return failed(`The output cannot be written: ${reasonOf(thrown)}.`, exitCode);
}

function expected(thrown: unknown): Failure | null {
  switch (propertyOf(thrown, 'name')) {
    case 'CommandError': {
      const { message, exitCode } = thrown as CommandError;
      return failed(message, exitCode);
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
      // An error of the file system, such as EISDIR.
      return propertyOf(thrown, 'syscall') === undefined ? null : failed(`${reasonOf(thrown)}.`);
  }
}

/** An unexpected error; only who asks for its stack gets one. */
function defect(thrown: unknown): Failure {
  const stack = propertyOf(thrown, 'stack') ?? thrown;
  const more = process.env['RVS_DEBUG'] === undefined ? ' RVS_DEBUG=1 shows where.' : `\n${String(stack)}`;
  return failed(`This is a defect of rvs, please report it: ${reasonOf(thrown)}.${more}`, EXIT.defect);
}

function failed(message: string, exitCode: number = EXIT.wrongCall): Failure {
  return { exitCode, message, error: { code: 'command', message } };
}

function refusal({ code, message, status, requestId, details, body }: ServiceError): Failure {
  const wrong = details.map(({ field, issue: why }) => `\n  ${printable(`${field}: ${why}`)}`).join('');
  const id = requestId === null ? '' : ` [${requestId}]`;
  const needed =
    typeof body['scope_required'] === 'string'
      ? `\n  ${printable(`scope_required: ${body['scope_required']}`)}`
      : '';
  return {
    exitCode: exitCodeOf(status),
    // Else a line break of the service's would begin a line that looks like one of ours.
    message: `${printable(`${code}: ${message}${id}`)}${needed}${wrong}`,
    error: { code, message, request_id: requestId, ...body },
  };
}

function exitCodeOf(status: number): number {
  if (status === 401) return EXIT.authentication;
  if (status === 404) return EXIT.notFound;
  return status === 429 || status >= 500 ? EXIT.unavailable : EXIT.refused;
}
