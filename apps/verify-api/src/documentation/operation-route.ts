import {
  applyDecorators,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type StreamableFile,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { JSON_MEDIA, STREAMABLE, TABULAR } from '../http/media-types.js';
import { ServesOperation } from '../http/serves-operation.js';
import type { AnyOperation, OperationTerms } from '../operations/operation.js';
import type { AnswerCheck } from '../schemas/answer-check.js';
import type { SchemaName } from '../schemas/schemas.js';
import { requestFields, waitField, type RequestField } from './header-fields.js';
import { descriptionOf } from './operation-description.js';
import { responsesOf } from './responses.js';
import { isConditional, isRepeatable, isRevalidated, isSigned, routeOf } from './route-terms.js';

/** Makes a method the route of an operation, from which its answer and its documentation follow. */
export function OperationRoute<const Name extends SchemaName>(
  operation: OperationTerms<Name>,
): Answering<Name> {
  const { method, path } = routeOf(operation);
  const responses = Object.entries(responsesOf(operation));
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    ServesOperation(operation),
    HttpCode(operation.status ?? 200),
    ApiOperation(descriptionOf(operation)),
    ApiExtension(CAPABILITIES_NEEDED, capabilitiesFor(operation)),
    ...responses.map(([status, response]) => ApiResponse({ status, ...response } as never)),
    ...fieldsOf(operation).map((field) => ApiHeader(field)),
    ...producing(operation),
    ...(operation.answersSecret === true ? [Header('cache-control', 'no-store')] : []),
  );
}

function producing({ streams, table }: OperationTerms): MethodDecorator[] {
  if (streams !== undefined) return [RouteConfig({ produces: STREAMABLE })];
  return table === undefined ? [] : [RouteConfig({ produces: TABULAR })];
}

/** Decorates methods that return values of a schema, or a text that they rendered themselves. */
type Answering<Name extends SchemaName> = <Method extends (...parts: never[]) => unknown>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method> & AnswerCheck<ReturnType<Method>, string | StreamableFile, Name>,
) => void;

/** The description of an operation without a controller, which takes a body, for the document. */
export function pathItemOf(operation: AnyOperation): { post: object } {
  const schema = { $ref: `#/components/schemas/${operation.input?.name}` };
  return {
    post: {
      ...descriptionOf(operation),
      [CAPABILITIES_NEEDED]: capabilitiesFor(operation),
      parameters: fieldsOf(operation).map((field) => ({ in: 'header', ...field })),
      requestBody: { required: true, content: { [JSON_MEDIA]: { schema } } },
      responses: responsesOf(operation),
    },
  };
}

/** Names the capabilities of which a caller needs one; empty if any credential is enough, or none is needed. */
const CAPABILITIES_NEEDED = 'x-capabilities';

function capabilitiesFor({ access }: OperationTerms): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

function fieldsOf(operation: OperationTerms): RequestField[] {
  return [
    ...(operation.access === 'public' ? [] : [requestFields.consistencyToken]),
    ...(isRepeatable(operation) ? [requestFields.idempotencyKey] : []),
    ...(isConditional(operation) ? [requestFields.ifMatch] : []),
    ...(isRevalidated(operation) ? [requestFields.ifNoneMatch] : []),
    ...(isSigned(operation) ? [requestFields.nonce, requestFields.prefer] : []),
    ...(operation.waits === undefined ? [] : [waitField(operation.waits)]),
  ];
}
