import type { ErrorDefinition } from './error-definition.js';

/** Errors of any request, of its caller, or of the service. */
export const requestErrors = {
  'request.malformed': {
    status: 400,
    message: 'The body is not JSON.',
    resolution: 'Send well-formed HTTP/1.1, and one JSON object in UTF-8, at most 32 levels deep.',
  },
  'request.invalid': {
    status: 400,
    message: 'The request does not have the expected shape.',
    resolution:
      'Correct each member that `details` names; it names at most 20. A body holds at most 3,000 members and items.',
  },
  'authentication.missing': {
    status: 401,
    message: 'The request carries no credential.',
    resolution: 'Send `Authorization: Bearer <token>`.',
  },
  'authentication.invalid': {
    status: 401,
    message: 'The credential is not valid.',
    resolution: 'Check that the token is complete and belongs to this service.',
  },
  'credential.revoked': {
    status: 401,
    message: 'The credential was revoked.',
    resolution: 'Use another credential; revocation is final.',
  },
  'credential.expired': {
    status: 401,
    message: 'The credential has expired.',
    resolution: 'Issue a new credential.',
  },
  'credential.rotated_out': {
    status: 401,
    message: 'The token was replaced in a rotation, and no longer works.',
    resolution:
      'Use the token that the rotation answered; `overlap_ends_at` says until when this one worked.',
  },
  'authority.insufficient_scope': {
    status: 403,
    message: 'The credential lacks the capability that this operation needs.',
    resolution:
      'Use a credential that holds the capability named by `scope_required`, or an access token with this scope.',
  },
  'credential.limited': {
    status: 403,
    message: 'The credential is limited, and this is beyond its limits.',
    resolution:
      'Use a credential without the limit that the message names; `GET /v1/projects/current` shows the limits of a credential.',
  },
  'request.origin_not_allowed': {
    status: 403,
    message: 'Pages of this origin may not call the service.',
    resolution:
      'Send the request from a program, or from a page of an origin that the operator of the service allows.',
  },
  'credential.environment_mismatch': {
    status: 403,
    message: 'The credential belongs to another environment than the one that this address serves.',
    resolution:
      'Send the request to the address of the credential’s environment: each has its own, which its operator knows.',
  },
  'credential.address_not_allowed': {
    status: 403,
    message: 'The credential may not be used from this address.',
    resolution: 'Send the request from an address that `allowed_ips` of the credential names.',
  },
  'oauth.subject_blocked': {
    status: 403,
    message: 'The subject of the access token is blocked in this project.',
    resolution: 'Ask an administrator of the project; another access token of the subject does not help.',
  },
  'project.suspended': {
    status: 403,
    message: 'The project is suspended.',
    resolution: 'Ask the operator of the service.',
  },
  'route.not_found': {
    status: 404,
    message: 'There is nothing at this path.',
    resolution: 'Compare the path with /v1/openapi.json.',
  },
  'request.method_not_allowed': {
    status: 405,
    message: 'This path does not support the method.',
    resolution: 'Use one of the methods in the `Allow` header.',
  },
  'request.not_acceptable': {
    status: 406,
    message: 'The path does not answer in any of the types that the request accepts.',
    resolution:
      'Send an `Accept` header that allows application/json, or none. At `/mcp`, the revisions of 2025 need both application/json and text/event-stream; pages and the log’s resources have types of their own.',
  },
  'request.timeout': {
    status: 408,
    message: 'The request did not arrive in time.',
    resolution: 'Send the whole request within 10 seconds.',
  },
  'request.too_large': {
    status: 413,
    message: 'The body is too large.',
    resolution: 'Send at most 64 KiB, or 1 MiB to a batch.',
  },
  'request.unsupported_media_type': {
    status: 415,
    message: 'The body must be application/json.',
    resolution: 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  },
  'request.batch_too_large': {
    status: 422,
    message: 'The batch has more items than its limits can ever admit at once.',
    resolution:
      'Send smaller batches: of at most the smallest `q` that `RateLimit-Policy` names. Waiting does not help.',
  },
  'idempotency.key_reused': {
    status: 422,
    message: 'The Idempotency-Key came with another request before.',
    resolution: 'Send the same request again under its key, or another request under a key of its own.',
  },
  'idempotency.result_forged': {
    status: 409,
    message:
      'Somebody has changed the stored result of the request that came with this Idempotency-Key before.',
    resolution:
      'Read what the request was about to see whether it was done; if it was not, send it under another key. The operator has an alarm.',
  },
  'rate.limited': {
    status: 429,
    message: 'There were too many requests.',
    resolution: 'Wait for the seconds that `Retry-After` names; `RateLimit-Policy` says what is allowed.',
  },
  'stream.too_many': {
    status: 429,
    message: 'Too many streams of changes are open.',
    resolution: 'Let the pages of a browser share one stream, and close those that nobody reads.',
  },
  'quota.exceeded': {
    status: 429,
    message: 'The project has used up its quota of the day.',
    resolution: 'Wait until midnight UTC, or ask the operator of the service for more.',
  },
  'request.headers_too_large': {
    status: 431,
    message: 'The request’s headers are too large.',
    resolution: 'Send at most 16 KiB of headers.',
  },
  'internal.error': {
    status: 500,
    message: 'Something went wrong on our side.',
    resolution: 'Repeat the request; if it fails again, tell us its request_id.',
  },
  'service.unavailable': {
    status: 503,
    message: 'The service cannot answer at the moment.',
    resolution:
      'Repeat the request after the seconds that `Retry-After` names. Where a verification without `provenance` in its `evidence_scope` stays unavailable, ask with it: the record may not be verified.',
  },
  'service.restored_copy': {
    status: 503,
    message: 'This is a restored copy of the service: it changes nothing and proves nothing.',
    resolution:
      'Send the request to the original. Lists and the transparency log can be read from the copy. Where the copy is to take the place of the original, its operator starts it without `RESTORED_COPY`.',
  },
} as const satisfies Record<string, ErrorDefinition>;
