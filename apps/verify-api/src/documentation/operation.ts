import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { errors, type ErrorCode } from '@service/contracts';
import { Requires, type Access } from '../http/access.js';
import type { SchemaName } from './schemas.js';

/** What a route declares of itself, besides its path and the shape of its body. */
export interface OperationOptions {
  access: Access;
  summary: string;
  /** Status and schema of the answer. */
  answers: readonly [number, SchemaName];
  /** Whether it takes a body, or query parameters, whose shape can be wrong. */
  takes?: 'body' | 'query';
  /** Errors of its own, besides those that every route can answer. */
  fails?: readonly ErrorCode[];
}

/** Declares a route: who may call it, and every answer that it gives. */
export function Operation(options: OperationOptions): MethodDecorator {
  const [status, schema] = options.answers;
  const responses = [...errorResponses(options)].map(([code, response]) =>
    ApiResponse({ status: code, ...response } as never),
  );
  return applyDecorators(
    Requires(options.access),
    ApiOperation({ summary: options.summary }),
    ApiResponse({ status, ...jsonResponse(errorlessDescription(status), reference(schema)) } as never),
    ...responses,
    ...(options.access === 'public' ? [] : [ApiBearerAuth()]),
  );
}

/** The same for a route that is not a Nest controller's. */
export function operationObject(options: OperationOptions, body: object): object {
  const [status, schema] = options.answers;
  return {
    summary: options.summary,
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      [status]: jsonResponse(errorlessDescription(status), reference(schema)),
      ...Object.fromEntries(errorResponses(options)),
    },
    security: [{ bearer: [] }],
  };
}

function reference(schema: SchemaName): object {
  return { $ref: `#/components/schemas/${schema}` };
}

function errorResponses(options: OperationOptions): Map<number, object> {
  const codes = new Set<ErrorCode>([
    'request.not_acceptable',
    'request.timeout',
    'request.headers_too_large',
    'internal.error',
    'service.unavailable',
    ...(options.fails ?? []),
  ]);
  if (options.takes !== undefined) codes.add('request.invalid');
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

const BODY_ERRORS: ErrorCode[] = ['request.malformed', 'request.too_large', 'request.unsupported_media_type'];

const CREDENTIAL_ERRORS: ErrorCode[] = [
  'authentication.missing',
  'authentication.invalid',
  'credential.revoked',
  'credential.expired',
  'credential.environment_mismatch',
  'project.suspended',
];

function errorResponse(codes: ErrorCode[]): object {
  const schema = {
    allOf: [reference('Error'), { properties: { error: { properties: { code: { enum: codes } } } } }],
  };
  return jsonResponse(codes.map((code) => `\`${code}\``).join(', '), schema);
}

function jsonResponse(description: string, schema: object): object {
  return {
    description,
    headers: { 'Service-Request-Id': { description: 'Id of the request.', schema: { type: 'string' } } },
    content: { 'application/json': { schema } },
  };
}

function errorlessDescription(status: number): string {
  return status === 201 ? 'Created.' : 'Done.';
}
