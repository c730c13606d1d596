import { errors, type ErrorCode } from '@service/contracts';
import { JSON_MEDIA } from '../../channels/http/media-types.js';
import { see } from '../schemas/schema-forms.js';
import { referToFields } from './header-fields.js';

/** Name and description of the response that all errors of a status share. */
const MEANINGS: Record<number, readonly [name: string, description: string]> = {
  400: ['BadRequest', 'The request is malformed, or `details` says what is wrong with it.'],
  401: ['Unauthorized', 'There is no credential, or none that works.'],
  403: ['Forbidden', 'The credential, or its project, may not do this.'],
  404: ['NotFound', 'There is no such thing, or none that the credential reaches.'],
  409: ['Conflict', 'The state of something does not allow this.'],
  410: ['Gone', 'What is asked for is over, and no longer stored.'],
  412: ['PreconditionFailed', 'There is another version than `If-Match` names.'],
  422: ['UnprocessableContent', 'The request is well-formed, and still cannot be done.'],
  429: ['TooManyRequests', 'A rate limit or a quota is used up: retry after `Retry-After` seconds.'],
  503: ['ServiceUnavailable', 'The service cannot answer now: retry after `Retry-After` seconds.'],
};

/** Further header fields of the error responses of some statuses. */
const MORE_FIELDS: Record<number, Parameters<typeof referToFields>[0]> = {
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The response for errors that clients need not tell apart by status: 406, 408, 413, 415, 431 and 500. */
const OTHERS = [
  'OtherError',
  'Any other error: `Accept` allows no answer, the body is not JSON, the request is too large or came too slowly, or the service failed.',
] as const;

/** The error responses, by their names: one for each status, which all operations share. */
export const errorResponses: Record<string, object> = Object.fromEntries([
  ...Object.entries(MEANINGS).map(([status, [name, description]]) => [
    name,
    errorResponse(description, Number(status)),
  ]),
  [OTHERS[0], errorResponse(OTHERS[1])],
]);

/** References to the shared error responses, one for each status of the codes. */
export function referToErrors(codes: readonly ErrorCode[]): Record<string, { $ref: string }> {
  const statuses = new Set(codes.map((code) => errors[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const name = MEANINGS[status]?.[0];
      return [
        name === undefined ? 'default' : status,
        { $ref: `#/components/responses/${name ?? OTHERS[0]}` },
      ];
    }),
  );
}

function errorResponse(description: string, status?: number): object {
  return {
    description,
    headers: referToFields([
      'Service-Request-Id',
      'Cache-Control',
      'Idempotent-Replayed',
      'RateLimit-Policy',
      'RateLimit',
      ...(status === undefined ? [] : (MORE_FIELDS[status] ?? [])),
    ]),
    content: { [JSON_MEDIA]: { schema: see('Error') } },
  };
}
