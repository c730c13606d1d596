import { CONSISTENCY_TOKEN, TOKEN_FORM } from '../../channels/http/consistency-tokens.js';
import { AS_OF, PATH, SIGNATURE } from '../../channels/http/evidence-fields.js';
import { IDEMPOTENCY_KEY } from '../../channels/http/request-idempotency.js';

import { NONCE, PREFERENCE_APPLIED } from '../../channels/http/header-preferences.js';

/** A header field of a request, as a parameter of its operation. */
export interface RequestField {
  name: string;
  description: string;
  schema: { type: 'string'; minLength?: number; maxLength?: number; pattern?: string };
}

/** The field with which callers ask for a wait. */
export function waitField(whatItDoes: string): RequestField {
  return {
    name: 'Prefer',
    description: `\`wait=N\` (RFC 7240) ${whatItDoes}`,
    schema: { type: 'string' },
  };
}

/** Header fields of requests that several operations have in common. */
export const requestFields = {
  consistencyToken: {
    name: CONSISTENCY_TOKEN,
    description: 'From the answer to a write: this answer then shows that write, whichever replica answers.',
    schema: { type: 'string', pattern: TOKEN_FORM.source },
  },
  idempotencyKey: {
    name: IDEMPOTENCY_KEY,
    description:
      'Your own key for this request: a retry with the same key within a day gets the result of the first request.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ifMatch: {
    name: 'If-Match',
    description:
      'The `ETag` of the version that is meant, weak or strong, or that version in quotes, or a list of which the highest counts: if there is a newer one, the answer is 412 and nothing is changed. Only the version is compared.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    description:
      '`ETag`s of answers that you have: if one of them is still the current one, the answer is 304.',
    schema: { type: 'string' },
  },
  nonce: {
    name: NONCE,
    description: 'Your own value that the signature of the answer covers, so that nobody can replay it.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  prefer: waitField(
    'waits until the log has the newest element, and then for its receipt, at most `N` and never more than 10 seconds.',
  ),
} as const satisfies Record<string, RequestField>;

const text = { type: 'string' };

/** Header fields of answers, by their names; operations refer to them. */
export const answerFields = {
  'Service-Request-Id': { description: 'Id of the request.', schema: text },
  [CONSISTENCY_TOKEN]: { description: 'Names the versions that were written.', schema: text },
  ETag: {
    description:
      'The version that is answered, a dot, and the first 8 hex digits of the SHA-256 of the body. For `If-Match`, which compares the version, and `If-None-Match`, which compares all of it.',
    schema: text,
    example: '"3.ba7816bf"',
  },
  Location: { description: 'Path of what was created.', schema: text, example: '/v1/records/rec_example' },
  'Idempotent-Replayed': {
    description:
      '`true` where the outcome is that of an earlier request with the same `Idempotency-Key`: this one has changed nothing. Else it is not there.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Cache-Control': {
    description:
      '`no-store` for an answer with a secret, for a bundle and for every error; `private, no-cache` for any other answer to a caller.',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'The limits of the credential, its project and its quota: `q` operations in `w` seconds. Present if the credential is known and limited.',
    schema: text,
    example: '"verify";q=2000;w=2, "project-verify";q=10000;w=2',
  },
  RateLimit: {
    description: 'What is left of each: `r` operations, and `t` seconds until all are available again.',
    schema: text,
    example: '"verify";r=1999;t=1, "project-verify";r=9999;t=1',
  },
  [AS_OF]: {
    description:
      'The position of the transparency log that the answer holds as of: origin, tree size, root in base64, time.',
    schema: text,
    example: `records.example/production 1048576 ${'A'.repeat(43)}= 2026-11-21T03:00:00.000Z`,
  },
  [SIGNATURE]: {
    description:
      'Detached JWS (RFC 7515, appendix F) over the tree of the answers that were signed together; its `kid` is in `/v1/log/{environment}/keys`.',
    schema: text,
  },
  [PATH]: {
    description:
      'The path from the answer to the root of that tree: `<index>/<size>` and the hashes in base64.',
    schema: text,
    example: `1/2,${'A'.repeat(43)}=`,
  },
  [PREFERENCE_APPLIED]: { description: 'The preferred wait that was applied.', schema: text },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

/** References to header fields of answers. */
export function referToFields(names: readonly (keyof typeof answerFields)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
