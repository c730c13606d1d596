import { JSON_MEDIA } from '../../channels/http/media-types.js';
import { membersOf } from '../inputs/member-shapes.js';
import type { AnyOperation, OperationTerms } from '../operation.js';
import { isConditional, isRepeatable, isRevalidated, isSigned } from '../operation-route.js';
import { see } from '../schemas/schema-forms.js';
import { bodyOf, type Body } from './body-schemas.js';
import { requestFields, waitField, type RequestField } from './header-fields.js';
import { descriptionOf } from './operation-description.js';
import { pathParameter } from './path-parameters.js';
import { responsesOf } from './responses.js';
import type { DocumentedOperation } from './shared-parts.js';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: object;
}

/** An operation in the document. @param path its template: `/v1/records/{id}`. */
export function describedOperation(operation: AnyOperation, path: string): DocumentedOperation {
  const body = bodyOf(operation);
  return {
    ...descriptionOf(operation),
    // A caller needs one of these capabilities; empty if any credential is enough, or none is needed.
    'x-capabilities': capabilitiesFor(operation),
    parameters: [...pathParametersOf(path), ...queryParametersOf(operation), ...fieldsOf(operation)],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: responsesOf(operation),
  };
}

function requestBodyOf({ name, schema, isRequired }: Body): object {
  const described = name === null ? schema : see(name);
  return { required: isRequired, content: { [JSON_MEDIA]: { schema: described } } };
}

function capabilitiesFor({ access }: OperationTerms): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

function pathParametersOf(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => pathParameter(path, name as string));
}

function queryParametersOf({ takes, input }: AnyOperation): Parameter[] {
  if (takes !== 'query' || input === undefined) return [];
  return [...membersOf(input)].flatMap(([name, { from, optional = false, schema = {} }]) => {
    if (from !== undefined) return [];
    const { description = '', ...described } = schema as { description?: string };
    return [{ name, in: 'query', ...(!optional && { required: true }), description, schema: described }];
  });
}

function fieldsOf(operation: OperationTerms): Parameter[] {
  const fields: RequestField[] = [
    ...(operation.access === 'public' ? [] : [requestFields.consistencyToken]),
    ...(isRepeatable(operation) ? [requestFields.idempotencyKey] : []),
    ...(isConditional(operation) ? [requestFields.ifMatch] : []),
    ...(isRevalidated(operation) ? [requestFields.ifNoneMatch] : []),
    ...(isSigned(operation) ? [requestFields.nonce, requestFields.prefer] : []),
    ...(operation.waits === undefined ? [] : [waitField(operation.waits)]),
  ];
  return fields.map((field) => ({ in: 'header', ...field }));
}
