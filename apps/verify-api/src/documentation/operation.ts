import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { errors, type ErrorCode } from '@service/contracts';
import { Declares } from '../http/access.js';
import { CONSISTENCY_TOKEN } from '../http/consistency/consistency-tokens.js';
import { changesState, type DeclaredOperation } from '../http/exchange.js';
import { IDEMPOTENCY_KEY } from '../http/idempotency/idempotency-key.js';
import type { SchemaName } from './schemas.js';

/** What a route declares of itself, besides its path and the shape of its body. */
export interface OperationOptions extends DeclaredOperation {
  summary: string;
  /** Status and schema of the answer. */
  answers: readonly [number, SchemaName];
  /** What each line of the answer is where `Accept` asks for `application/x-ndjson`. */
  streams?: SchemaName;
  /** Whether it takes a body, or query parameters, whose shape can be wrong. */
  takes?: 'body' | 'query';
  /** What a body is sent with, where it is not POST. */
  method?: 'PATCH';
  /** Errors of its own, besides those that every route can answer. */
  fails?: readonly ErrorCode[];
}

/** JSON on each line. */
export const NDJSON = 'application/x-ndjson';

/** Declares a route: who may call it, and every answer that it gives. */
export function Operation(options: OperationOptions): MethodDecorator {
  const [status] = options.answers;
  const responses = [...errorResponses(options)].map(([code, response]) =>
    ApiResponse({ status: code, ...response } as never),
  );
  return applyDecorators(
    Declares(options),
    ApiOperation({ summary: options.summary }),
    ApiExtension(CAPABILITIES_NEEDED, capabilitiesFor(options)),
    ApiResponse({ status, ...answerResponse(options) } as never),
    ...responses,
    ...(options.access === 'public' ? [] : [ApiBearerAuth(), ApiHeader(CONSISTENCY_HEADER)]),
    ...(isRepeatable(options) ? [ApiHeader(IDEMPOTENCY_HEADER)] : []),
    ...(options.streams === undefined ? [] : [RouteConfig({ produces: ['application/json', NDJSON] })]),
  );
}

/** The same for a route that is not a Nest controller's. */
export function operationObject(options: OperationOptions, body: object): object {
  const [status] = options.answers;
  return {
    summary: options.summary,
    [CAPABILITIES_NEEDED]: capabilitiesFor(options),
    parameters: [{ in: 'header', ...CONSISTENCY_HEADER }],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      [status]: answerResponse(options),
      ...Object.fromEntries(errorResponses(options)),
    },
    security: [{ bearer: [] }],
  };
}

/** Names the capabilities of which a caller needs one; an empty list where any credential will do, or none. */
const CAPABILITIES_NEEDED = 'x-capabilities';

function capabilitiesFor({ access }: OperationOptions): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

const CONSISTENCY_HEADER = {
  name: CONSISTENCY_TOKEN,
  required: false,
  description: 'From the answer to a write: this answer then shows what was written, wherever it comes from.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_HEADER = {
  name: IDEMPOTENCY_KEY,
  required: false,
  description:
    'A name of your own for this request: repeated under it within a day, it gets the first one’s outcome.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Whether an operation changes something. */
function writes(options: OperationOptions): boolean {
  return options.takes === 'body' && changesState(options, options.method ?? 'POST');
}

/** Whether an operation takes an `Idempotency-Key`: an update that is sent again leaves what the first one left. */
function isRepeatable(options: OperationOptions): boolean {
  return writes(options) && options.method !== 'PATCH';
}

function answerResponse(options: OperationOptions): ResponseObject {
  const [status, schema] = options.answers;
  const response = jsonResponse(errorlessDescription(status), reference(schema));
  if (options.streams !== undefined) {
    const lines = { [NDJSON]: { schema: reference(options.streams) } };
    return { ...response, content: { ...response.content, ...lines } };
  }
  if (!writes(options)) return response;
  const token = { description: 'Stands for what was written.', schema: { type: 'string' } };
  return { ...response, headers: { ...response.headers, [CONSISTENCY_TOKEN]: token } };
}

function reference(schema: SchemaName): object {
  return { $ref: `#/components/schemas/${schema}` };
}

function errorResponses(options: OperationOptions): Map<number, object> {
  const codes = new Set<ErrorCode>([
    'request.malformed',
    'request.not_acceptable',
    'request.timeout',
    'request.headers_too_large',
    'internal.error',
    'service.unavailable',
    ...(options.fails ?? []),
  ]);
  if (options.takes !== undefined || options.access !== 'public') codes.add('request.invalid');
  if (isRepeatable(options)) codes.add('idempotency.key_reused');
  if (options.takes === 'body') {
    for (const code of BODY_ERRORS) codes.add(code);
  }
  if (options.access !== 'public') {
    for (const code of CREDENTIAL_ERRORS) codes.add(code);
    if (options.access !== 'any') codes.add('authority.insufficient_scope');
  }
  const byStatus = Map.groupBy([...codes].sort(), (code) => errors[code].status);
  return new Map([...byStatus].map(([status, of]) => [status, errorResponse(of)]));
}

const BODY_ERRORS: ErrorCode[] = ['request.too_large', 'request.unsupported_media_type'];

const CREDENTIAL_ERRORS: ErrorCode[] = [
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

function errorResponse(codes: ErrorCode[]): object {
  const schema = {
    allOf: [reference('Error'), { properties: { error: { properties: { code: { enum: codes } } } } }],
  };
  return jsonResponse(codes.map((code) => `\`${code}\``).join(', '), schema);
}

interface ResponseObject {
  description: string;
  headers: Record<string, object>;
  content: object;
}

function jsonResponse(description: string, schema: object): ResponseObject {
  return {
    description,
    headers: { 'Service-Request-Id': { description: 'Id of the request.', schema: { type: 'string' } } },
    content: { 'application/json': { schema } },
  };
}

function errorlessDescription(status: number): string {
  return status === 201 ? 'Created.' : 'Done.';
}
