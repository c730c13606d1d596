import { errors, type ErrorCode } from '@service/contracts';
import { CONSISTENCY_TOKEN } from '../http/consistency/consistency-tokens.js';
import { AS_OF, PATH, SIGNATURE } from '../http/evidence-fields.js';
import { JSON_MEDIA, NDJSON } from '../http/media-types.js';
import { PREFERENCE_APPLIED } from '../http/prefer.js';
import { referToFields } from './header-fields.js';
import { isRepeatable, isSigned, writes, type OperationOptions } from './operation-options.js';
import { see, type Schema } from '../schemas/schema-forms.js';
import { schemas, type SchemaName } from '../schemas/schemas.js';

interface ResponseObject {
  description: string;
  headers: Record<string, object>;
  content: Record<string, { schema: object }>;
}

/** Every answer of an operation, by its status. */
export function responsesOf(options: OperationOptions): Record<number, ResponseObject> {
  const [status] = options.answers;
  const byStatus = Map.groupBy(errorsOf(options), (code) => errors[code].status);
  const refusals = [...byStatus].map(([of, codes]) => [of, errorResponse(of, codes, options)] as const);
  return { [status]: answerResponse(options), ...Object.fromEntries(refusals) };
}

function answerResponse(options: OperationOptions): ResponseObject {
  const [status, schema] = options.answers;
  const lines = options.streams === undefined ? {} : { [NDJSON]: { schema: see(options.streams) } };
  return {
    description: status === 201 ? 'Created.' : 'Done.',
    headers: {
      ...commonFields(options),
      ...(isVersioned(schema) ? referToFields(['ETag']) : {}),
      ...(writes(options) ? referToFields([CONSISTENCY_TOKEN]) : {}),
      ...(options.proves === undefined ? {} : referToFields([AS_OF])),
      ...(options.proves === 'signed position' ? referToFields([SIGNATURE, PATH]) : {}),
      ...(isSigned(options) ? referToFields([PREFERENCE_APPLIED]) : {}),
    },
    content: { [JSON_MEDIA]: { schema: see(schema) }, ...lines },
  };
}

function isVersioned(schema: SchemaName): boolean {
  const described: Schema = schemas[schema];
  return 'version' in ((described['properties'] ?? {}) as object);
}

function errorResponse(status: number, codes: ErrorCode[], options: OperationOptions): ResponseObject {
  const schema = {
    allOf: [see('Error'), { properties: { error: { properties: { code: { enum: codes } } } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...commonFields(options),
      ...(status === 429 || status === 503 ? referToFields(['Retry-After']) : {}),
    },
    content: { [JSON_MEDIA]: { schema } },
  };
}

function commonFields({ access }: OperationOptions): Record<string, object> {
  if (access === 'public') return referToFields(['Service-Request-Id']);
  return referToFields(['Service-Request-Id', 'RateLimit-Policy', 'RateLimit']);
}

/** Every error that an operation can answer, sorted. */
function errorsOf(options: OperationOptions): ErrorCode[] {
  const { access, takes, fails = [] } = options;
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...fails]);
  const add = (...more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (takes !== undefined || access !== 'public') add('request.invalid');
  if (isRepeatable(options)) add('idempotency.key_reused');
  if (takes === 'body') add('request.too_large', 'request.unsupported_media_type');
  if (access !== 'public') add(...CREDENTIAL_ERRORS);
  if (access !== 'public' && access !== 'any') add('authority.insufficient_scope');
  return [...codes].sort();
}

const COMMON_ERRORS: readonly ErrorCode[] = [
  'request.malformed',
  'request.not_acceptable',
  'request.timeout',
  'request.headers_too_large',
  'internal.error',
  'service.unavailable',
];

const CREDENTIAL_ERRORS: readonly ErrorCode[] = [
  'authentication.missing',
  'authentication.invalid',
  'credential.revoked',
  'credential.expired',
  'credential.environment_mismatch',
  'credential.address_not_allowed',
  'project.suspended',
  'rate.limited',
  'quota.exceeded',
];
