import { applyDecorators, Header, HttpCode, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { JSON_MEDIA, STREAMABLE, TABULAR } from '../http/media-types.js';
import { ServesOperation } from '../http/serves-operation.js';
import type { OperationTerms } from '../operations/operation.js';
import type { AnswerCheck } from '../schemas/answer-check.js';
import type { SchemaName } from '../schemas/schemas.js';
import { requestFields, waitField, type RequestField } from './header-fields.js';
import { descriptionOf } from './operation-description.js';
import { responsesOf } from './responses.js';
import {
  isConditional,
  isRepeatable,
  isRevalidated,
  isSigned,
  type RouteTerms,
  type ServedOperation,
} from './route-terms.js';

/** Makes a method the route of an operation, from which its answer and its documentation follow. */
export function OperationRoute<const Name extends SchemaName>(
  operation: OperationTerms<Name>,
  terms: RouteTerms,
): Answering<Name> {
  const served = { ...terms, operation };
  const responses = Object.entries(responsesOf(served));
  return applyDecorators(
    ServesOperation(operation),
    HttpCode(terms.status),
    ApiOperation(descriptionOf(served)),
    ApiExtension(CAPABILITIES_NEEDED, capabilitiesFor(operation)),
    ...responses.map(([status, response]) => ApiResponse({ status, ...response } as never)),
    ...fieldsOf(served).map((field) => ApiHeader(field)),
    ...producing(terms),
    ...(operation.answersSecret === true ? [Header('cache-control', 'no-store')] : []),
  );
}

function producing({ streams, table }: RouteTerms): MethodDecorator[] {
  if (streams !== undefined) return [RouteConfig({ produces: STREAMABLE })];
  return table === undefined ? [] : [RouteConfig({ produces: TABULAR })];
}

/** Decorates methods that return values of a schema, or a text that they rendered themselves. */
type Answering<Name extends SchemaName> = <Method extends (...parts: never[]) => unknown>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method> & AnswerCheck<ReturnType<Method>, string | StreamableFile, Name>,
) => void;

/** A route without a Nest controller. */
export interface PlainRoute extends ServedOperation {
  path: string;
  /** Name of its body's class. */
  body: string;
}

/** The description of a plain route in the document. */
export function pathItemOf(route: PlainRoute): { post: object } {
  const { operation } = route;
  const schema = { $ref: `#/components/schemas/${route.body}` };
  return {
    post: {
      ...descriptionOf(route),
      [CAPABILITIES_NEEDED]: capabilitiesFor(operation),
      parameters: fieldsOf(route).map((field) => ({ in: 'header', ...field })),
      requestBody: { required: true, content: { [JSON_MEDIA]: { schema } } },
      responses: responsesOf(route),
    },
  };
}

/** Names the capabilities of which a caller needs one; empty if any credential is enough, or none is needed. */
const CAPABILITIES_NEEDED = 'x-capabilities';

function capabilitiesFor({ access }: OperationTerms): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

function fieldsOf(served: ServedOperation): RequestField[] {
  const { operation } = served;
  return [
    ...(operation.access === 'public' ? [] : [requestFields.consistencyToken]),
    ...(isRepeatable(served) ? [requestFields.idempotencyKey] : []),
    ...(isConditional(operation) ? [requestFields.ifMatch] : []),
    ...(isRevalidated(served) ? [requestFields.ifNoneMatch] : []),
    ...(isSigned(operation) ? [requestFields.nonce, requestFields.prefer] : []),
    ...(operation.waits === undefined ? [] : [waitField(operation.waits)]),
  ];
}
