/** What the page reads of the document of the interface. */
export interface ApiDocument {
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components?: {
    responses?: Record<string, DocumentedResponse>;
    examples?: Record<string, { value?: unknown }>;
    parameters?: Record<string, Parameter>;
    headers?: Record<string, unknown>;
  };
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: { enum?: string[]; type?: string | string[]; default?: unknown };
  $ref?: string;
}

interface DocumentedResponse {
  description?: string;
  $ref?: string;
}

interface DocumentedOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: {
    content?: Record<string, { examples?: Record<string, { $ref?: string; value?: unknown }> }>;
  };
  responses?: Record<string, DocumentedResponse>;
  'x-capabilities'?: string[];
  security?: unknown[];
}

/** An operation to try. */
export interface ApiOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/v1/records/{id}`. */
  path: string;
  summary: string;
  description: string;
  /** Capabilities, any of which suffices. */
  capabilities: readonly string[];
  parameters: readonly Parameter[];
  /** An example of its body, as text; null where it takes none. */
  body: string | null;
  refusals: readonly Refusal[];
}

/** A status of an error, and its meaning. */
export interface Refusal {
  status: string;
  meaning: string;
}

export interface ApiGroup {
  name: string;
  description: string;
  operations: readonly ApiOperation[];
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

/** The operations that the Console can call, by their chapters in the document's order. */
export function groupsOf(document: ApiDocument): ApiGroup[] {
  const groups = new Map<string, ApiOperation[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation?.operationId === undefined) continue;
      const tag = operation.tags?.[0] ?? 'Others';
      groups.set(tag, [...(groups.get(tag) ?? []), operationOf(document, path, method, operation)]);
    }
  }
  const described = document.tags ?? [];
  const names = [...described.map(({ name }) => name), ...groups.keys()];
  return [...new Set(names)].flatMap((name) => {
    const operations = groups.get(name);
    if (operations === undefined) return [];
    return [{ name, description: described.find((tag) => tag.name === name)?.description ?? '', operations }];
  });
}

function operationOf(
  document: ApiDocument,
  path: string,
  method: (typeof METHODS)[number],
  operation: DocumentedOperation,
): ApiOperation {
  const {
    operationId = '',
    summary = '',
    description = '',
    parameters = [],
    requestBody,
    responses = {},
  } = operation;
  const known = parameters.map((each) => resolved(document, each));
  return {
    id: operationId,
    method: method.toUpperCase() as ApiOperation['method'],
    path,
    summary,
    description: description === summary ? '' : description,
    capabilities: operation['x-capabilities'] ?? [],
    parameters: known.filter((each) => each.in === 'path' || each.in === 'query'),
    body: requestBody === undefined ? null : exampleOf(document, requestBody),
    refusals: refusalsOf(document, responses),
  };
}

function resolved(document: ApiDocument, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  return document.components?.parameters?.[lastOf(parameter.$ref)] ?? parameter;
}

function exampleOf(
  document: ApiDocument,
  { content = {} }: NonNullable<DocumentedOperation['requestBody']>,
): string {
  const [example] = Object.values(content['application/json']?.examples ?? {});
  const value =
    example?.$ref === undefined
      ? example?.value
      : document.components?.examples?.[lastOf(example.$ref)]?.value;
  return JSON.stringify(value ?? {}, null, 2);
}

/** Its errors by status; all operations share their descriptions. */
function refusalsOf(document: ApiDocument, responses: Record<string, DocumentedResponse>): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .map(([status, response]) => {
      const named =
        response.$ref === undefined ? response : document.components?.responses?.[lastOf(response.$ref)];
      return { status, meaning: (named?.description ?? '').replaceAll('`', '') };
    });
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The path with its query for the entered values; null while a path parameter is missing. */
export function addressOf(
  { path, parameters }: Pick<ApiOperation, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): { path: string; query: Record<string, string> } | null {
  let filled = path;
  for (const { name } of parameters.filter((each) => each.in === 'path')) {
    const value = (values[name] ?? '').trim();
    if (value === '') return null;
    filled = filled.replace(`{${name}}`, encodeURIComponent(value));
  }
  const query = parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name }) => {
      const value = (values[name] ?? '').trim();
      return value === '' ? [] : [[name, value] as const];
    });
  return { path: filled, query: Object.fromEntries(query) };
}
