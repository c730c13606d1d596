import type { ErrorCode } from '@service/contracts';
import { CONSISTENCY_TOKEN } from '../../channels/http/consistency-tokens.js';
import { AS_OF, PATH, SIGNATURE } from '../../channels/http/evidence-fields.js';
import { CSV, JSON_MEDIA, NDJSON } from '../../channels/http/media-types.js';
import { PREFERENCE_APPLIED } from '../../channels/http/header-preferences.js';
import { referToErrors } from './error-responses.js';
import { referToFields } from './header-fields.js';
import { isRepeatable, isRevalidated, isSigned } from '../operation-route.js';
import { deprecationFields } from '../deprecation.js';
import type { OperationTerms } from '../operation.js';
import { see, type Schema } from '../schemas/schema-forms.js';
import { schemas, type SchemaName } from '../schemas/schemas.js';

interface ResponseObject {
  /** Name of the component that operations share; see shared-parts.ts. */
  'x-shared-as': string;
  description: string;
  headers: Record<string, object>;
  /** Missing where the answer has no body. */
  content?: Record<string, { schema: object }>;
}

/** Every answer of an operation, by its status. */
export function responsesOf(operation: OperationTerms): Record<string, ResponseObject | { $ref: string }> {
  return {
    [operation.status ?? 200]: answerResponse(operation),
    ...(isRevalidated(operation) ? { 304: notModifiedResponse(operation) } : {}),
    ...referToErrors(errorsOf(operation)),
  };
}

/** The answer 304, without a body, to a caller who has the current version. */
function notModifiedResponse(operation: OperationTerms): ResponseObject {
  const { headers } = answerResponse(operation);
  return {
    'x-shared-as': 'NotModified',
    description: 'Not modified: an `ETag` in `If-None-Match` is still the current one.',
    headers,
  };
}

function answerResponse(operation: OperationTerms): ResponseObject {
  const { status, exportedBy, table, answer, kind, proves, answersSecret = false } = operation;
  const isTagged = (isVersioned(answer) && !answersSecret) || isRevalidated(operation);
  const lines = exportedBy === undefined ? {} : { [NDJSON]: { schema: linesOf(exportedBy.answer) } };
  const rows = (exportedBy ?? table) === undefined ? {} : { [CSV]: { schema: TABLE } };
  return {
    'x-shared-as': kind === 'write' ? `Changed${answer}` : answer,
    description: status === 201 ? 'Created.' : 'Done.',
    headers: {
      ...commonFields(operation),
      ...endFields(operation),
      ...(isTagged ? referToFields(['ETag']) : {}),
      ...(status === 201 ? referToFields(['Location']) : {}),
      ...(kind === 'write' ? referToFields([CONSISTENCY_TOKEN]) : {}),
      ...(proves === undefined ? {} : referToFields([AS_OF])),
      ...(proves === 'signed position' ? referToFields([SIGNATURE, PATH]) : {}),
      ...(isSigned(operation) || operation.waits !== undefined ? referToFields([PREFERENCE_APPLIED]) : {}),
    },
    content: { [JSON_MEDIA]: { schema: see(answer) }, ...lines, ...rows },
  };
}

const TABLE = {
  type: 'string',
  description:
    'A table (RFC 4180) whose first row names the columns. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
} as const;

/** OpenAPI 3.1 cannot describe a body with one JSON value on each line. */
function linesOf(line: SchemaName): object {
  return {
    type: 'string',
    description: `One \`${line}\` a line, as JSON, each line ended by a line feed.`,
    'x-line-schema': see(line),
  };
}

function isVersioned(schema: SchemaName): boolean {
  const described: Schema = schemas[schema];
  return 'version' in ((described['properties'] ?? {}) as object);
}

/** Header fields that announce the end of an operation; none for one that is not deprecated. */
function endFields({ deprecation }: OperationTerms): Record<string, object> {
  if (deprecation === undefined) return {};
  const names = Object.keys(deprecationFields(deprecation));
  return Object.fromEntries(names.map((name) => [name, END_FIELDS[name] as object]));
}

const END_FIELDS: Record<string, object> = {
  deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745).',
    schema: { type: 'string' },
  },
  sunset: { description: 'From when on it may be gone (RFC 8594).', schema: { type: 'string' } },
  link: { description: 'What to do: `rel="deprecation"`, `rel="sunset"`.', schema: { type: 'string' } },
};

function commonFields(operation: OperationTerms): Record<string, object> {
  const replayed = isRepeatable(operation) ? referToFields(['Idempotent-Replayed']) : {};
  const common = { ...referToFields(['Service-Request-Id', 'Cache-Control']), ...replayed };
  if (operation.access === 'public') return common;
  return { ...common, ...referToFields(['RateLimit-Policy', 'RateLimit']) };
}

/** Every error that an operation can answer. */
function errorsOf(operation: OperationTerms): ErrorCode[] {
  return [...sharedErrorsOf(operation), ...ownErrorsOf(operation)];
}

function sharedErrorsOf({ access }: OperationTerms): readonly ErrorCode[] {
  const { every, withCredential } = SHARED_ERRORS;
  return access === 'public' ? every : [...every, ...withCredential];
}

/** The errors that an operation can answer besides the shared ones, sorted. */
export function ownErrorsOf(operation: OperationTerms): ErrorCode[] {
  const { access, takes, ofWholeProject, fails = [] } = operation;
  const codes = new Set<ErrorCode>(fails);
  const add = (...more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (takes !== undefined && access === 'public') add('request.invalid');
  if (isRepeatable(operation)) add('idempotency.key_reused', 'idempotency.result_forged');
  if (takes === 'body') add('request.too_large', 'request.unsupported_media_type');
  if (access !== 'public' && access !== 'any') add('authority.insufficient_scope');
  if (ofWholeProject !== undefined) add('credential.limited');
  const shared = sharedErrorsOf(operation);
  return [...codes].filter((code) => !shared.includes(code)).sort();
}

/** Errors of every operation, and of every one that needs a credential. The document says them once. */
export const SHARED_ERRORS: Readonly<Record<'every' | 'withCredential', readonly ErrorCode[]>> = {
  every: [
    'request.malformed',
    'request.not_acceptable',
    'request.timeout',
    'request.headers_too_large',
    'internal.error',
    'service.unavailable',
  ],
  withCredential: [
    'request.invalid',
    'authentication.missing',
    'authentication.invalid',
    'credential.revoked',
    'credential.expired',
    'credential.rotated_out',
    'credential.environment_mismatch',
    'credential.address_not_allowed',
    'project.suspended',
    'rate.limited',
    'quota.exceeded',
    'service.restored_copy',
  ],
};
