import { errors, type ErrorCode } from '@service/contracts';
import { JSON_MEDIA } from '../http/media-types.js';
import { see } from '../schemas/schema-forms.js';
import { referToFields } from './header-fields.js';

/** What the errors of a status have in common. */
const MEANINGS: Record<number, readonly [name: string, description: string]> = {
  400: ['BadRequest', 'The request is malformed, or `details` says what is wrong with it.'],
  401: ['Unauthorized', 'There is no credential, or none that works.'],
  403: ['Forbidden', 'The credential, or its project, may not do this.'],
  404: ['NotFound', 'There is no such thing, or none that the credential reaches.'],
  406: ['NotAcceptable', '`Accept` allows none of the types that the answer has.'],
  408: ['RequestTimeout', 'The request took too long to arrive.'],
  409: ['Conflict', 'The state of something does not allow this.'],
  410: ['Gone', 'What is asked for is over, and no longer stored.'],
  412: ['PreconditionFailed', 'There is another version than `If-Match` names.'],
  413: ['ContentTooLarge', 'The body is larger than this operation allows.'],
  415: ['UnsupportedMediaType', 'The body is not sent as JSON.'],
  422: ['UnprocessableContent', 'The request is well-formed, and still cannot be done.'],
  429: ['TooManyRequests', 'A rate limit or a quota is used up: retry after `Retry-After` seconds.'],
  431: ['RequestHeaderFieldsTooLarge', 'The header of the request is too large.'],
  500: ['InternalError', 'The service failed; its operators are told.'],
  503: ['ServiceUnavailable', 'The service cannot answer now: retry after `Retry-After` seconds.'],
};

/** Header fields that the errors of some statuses have besides. */
const MORE_FIELDS: Record<number, Parameters<typeof referToFields>[0]> = {
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The error responses, by their names: one for each status, which all operations share. */
export const errorResponses: Record<string, object> = Object.fromEntries(
  [...Map.groupBy(Object.keys(errors) as ErrorCode[], (code) => errors[code].status)]
    // What no operation answers, such as 405, has no words.
    .filter(([status]) => status in MEANINGS)
    .sort(([one], [other]) => one - other)
    .map(([status, codes]) => [meaningOf(status)[0], errorResponse(status, codes)]),
);

/** Refers to the response that all errors of a status share. */
export function referToError(status: number): { $ref: string } {
  return { $ref: `#/components/responses/${meaningOf(status)[0]}` };
}

function errorResponse(status: number, codes: readonly ErrorCode[]): object {
  const narrowed = { properties: { error: { properties: { code: { enum: [...codes].sort() } } } } };
  return {
    description: meaningOf(status)[1],
    headers: referToFields([
      'Service-Request-Id',
      'Cache-Control',
      'Idempotent-Replayed',
      'RateLimit-Policy',
      'RateLimit',
      ...(MORE_FIELDS[status] ?? []),
    ]),
    content: { [JSON_MEDIA]: { schema: { allOf: [see('Error'), narrowed] } } },
  };
}

function meaningOf(status: number): readonly [name: string, description: string] {
  const meaning = MEANINGS[status];
  if (meaning === undefined) throw new TypeError(`The document has no words for the status ${status}.`);
  return meaning;
}
