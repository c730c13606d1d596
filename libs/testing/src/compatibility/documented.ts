/** A JSON Schema, as far as it is compared. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** Of a text of lines: the schema of each. */
  readonly 'x-line-schema'?: Schema;
  readonly [limit: string]: unknown;
}

/** Bodies by their media types. */
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
}

/** An operation of a document, with its references to parameters and responses resolved. */
export interface Operation {
  name: string;
  id: string;
  parameters: Parameter[];
  body: Content | undefined;
  isBodyRequired: boolean;
  responses: Record<string, DocumentedResponse>;
}

interface WrittenOperation {
  operationId: string;
  parameters?: object[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, object>;
}

/** An OpenAPI 3.1 document. */
export interface InterfaceDocument {
  paths: Record<string, Record<string, WrittenOperation>>;
  components?: object;
}

/**
 * What a reference leads to, or the part itself. Keywords beside a reference stay.
 * @throws TypeError where it leads nowhere.
 */
export function resolve<Part extends object>(document: object, part: Part & { $ref?: string }): Part {
  const { $ref, ...beside } = part;
  if ($ref === undefined) return part;
  let found: unknown = document;
  for (const key of $ref.slice(2).split('/')) found = (found as Record<string, unknown> | undefined)?.[key];
  if (found === undefined) throw new TypeError(`${$ref} leads nowhere.`);
  return { ...resolve(document, found as Part), ...beside } as Part;
}

/** Every operation of a document. */
export function operationsOf(document: InterfaceDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      id: operation.operationId,
      parameters: (operation.parameters ?? []).map((each) => resolve(document, each) as Parameter),
      body: operation.requestBody?.content,
      isBodyRequired: operation.requestBody?.required === true,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, each]) => [status, resolve(document, each)]),
      ),
    })),
  );
}
