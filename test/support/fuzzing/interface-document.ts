import type { Schema } from './schema-arbitrary.js';

/** A parameter as an operation documents it. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

/** An answer as an operation documents it. */
interface DocumentedResponse {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema; examples?: unknown }>;
}

/** An operation, with its references to shared parameters and responses resolved. */
export interface Operation {
  path: string;
  method: string;
  operationId: string;
  isPublic: boolean;
  /** Of which a caller needs one; none where any credential, or no credential, is enough. */
  capabilities: readonly string[];
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Record<string, DocumentedResponse>;
  /** Codes of errors that it can answer. */
  errorCodes: readonly string[];
}

interface WrittenOperation {
  operationId: string;
  security?: unknown[];
  parameters?: object[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, object>;
  'x-errors': string[];
  'x-capabilities'?: string[];
}

/** The OpenAPI document as it is served. */
export interface InterfaceDocument {
  openapi: string;
  'x-errors': Record<'every' | 'withCredential', string[]>;
  paths: Record<string, Record<string, WrittenOperation>>;
  components: Record<'schemas' | 'headers' | 'responses' | 'parameters', Record<string, object>>;
}

/** The operations of a document, as those who call them need them. */
export function operationsOf({ paths, components, 'x-errors': shared }: InterfaceDocument): Operation[] {
  const resolve = (part: { $ref?: string }): object => {
    if (part.$ref === undefined) return part;
    const [kind, name] = part.$ref.split('/').slice(2) as ['responses' | 'parameters', string];
    const component = components[kind][name];
    if (component === undefined) throw new TypeError(`${part.$ref} leads nowhere.`);
    return component;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operationId: operation.operationId,
      capabilities: operation['x-capabilities'] ?? [],
      isPublic: operation.security?.length === 0,
      parameters: (operation.parameters ?? []).map(resolve) as Parameter[],
      body: operation.requestBody?.content['application/json'].schema,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
      ),
      errorCodes: [
        ...shared.every,
        ...(operation.security?.length === 0 ? [] : shared.withCredential),
        ...operation['x-errors'],
      ],
    })),
  );
}
