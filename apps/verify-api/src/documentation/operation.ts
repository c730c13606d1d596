import { applyDecorators, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Declares } from '../http/access.js';
import { JSON_MEDIA, STREAMABLE } from '../http/media-types.js';
import type { Exactly, Form } from '../schemas/from-schema.js';
import { requestFields, type RequestField } from './header-fields.js';
import { isConditional, isRepeatable, isSigned, type OperationOptions } from './operation-options.js';
import { responsesOf } from './responses.js';
import type { Answer, SchemaName } from '../schemas/schemas.js';

/** Declares a route: who may call it, and every answer that it gives, of which its method must be. */
export function Operation<const Name extends SchemaName>(options: OperationOptions<Name>): Answering<Name> {
  const responses = Object.entries(responsesOf(options));
  return applyDecorators(
    Declares(options),
    ApiOperation({ summary: options.summary }),
    ApiExtension(CAPABILITIES_NEEDED, capabilitiesFor(options)),
    ...responses.map(([status, response]) => ApiResponse({ status: Number(status), ...response } as never)),
    ...(options.access === 'public' ? [] : [ApiBearerAuth()]),
    ...fieldsOf(options).map((field) => ApiHeader(field)),
    ...(options.streams === undefined ? [] : [RouteConfig({ produces: STREAMABLE })]),
  );
}

/** Decorates the methods that return what a schema describes, or a text that they rendered themselves. */
type Answering<Name extends SchemaName> = <Method extends (...parts: never[]) => unknown>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method> & Checked<Exclude<Awaited<ReturnType<Method>>, Rendered>, Name>,
) => void;

type Rendered = string | StreamableFile;

type Checked<Returned, Name extends SchemaName> = [Returned] extends [never]
  ? unknown
  : Exactly<Form<Returned>> extends Exactly<Form<Answer<Name>>>
    ? unknown
    : { 'What it returns is not what its schema describes': Name };

/** The same for a route that is not a Nest controller's. */
export function operationObject(options: OperationOptions, body: object): object {
  return {
    summary: options.summary,
    [CAPABILITIES_NEEDED]: capabilitiesFor(options),
    parameters: fieldsOf(options).map((field) => ({ in: 'header', ...field })),
    requestBody: { required: true, content: { [JSON_MEDIA]: { schema: body } } },
    responses: responsesOf(options),
    security: [{ bearer: [] }],
  };
}

/** Names the capabilities of which a caller needs one; an empty list where any credential will do, or none. */
const CAPABILITIES_NEEDED = 'x-capabilities';

function capabilitiesFor({ access }: OperationOptions): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

function fieldsOf(options: OperationOptions): RequestField[] {
  return [
    ...(options.access === 'public' ? [] : [requestFields.consistencyToken]),
    ...(isRepeatable(options) ? [requestFields.idempotencyKey] : []),
    ...(isConditional(options) ? [requestFields.ifMatch] : []),
    ...(isSigned(options) ? [requestFields.nonce, requestFields.prefer] : []),
  ];
}
