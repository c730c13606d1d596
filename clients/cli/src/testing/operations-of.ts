import type { Field, Operation } from '../operations/operation.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Described {
  operationId?: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The parts of an OpenAPI document that the commands are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, unknown>>;
}

/** Resources that become commands. */
const RESOURCES =
  'records authorities credentials subscriptions replays deliveries events eventCategories interactions usage projects operators status'.split(
    ' ',
  );
/** What has a command of its own, or needs none beside `api`. */
const LEFT_OUT = /Batch$|^records\.(?:verify|evidence)$|^credentials\.reportLeak$/;
/** Parameters of every list, which every list has options for. */
const PAGING = ['limit', 'cursor'];
const LONGEST = 110;

/** The operations of an OpenAPI document as commands, in their order. */
export function operationsOf(document: OpenApi): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { operationId = '' } = described;
      if (LEFT_OUT.test(operationId) || !RESOURCES.includes(operationId.split('.')[0] ?? '')) return [];
      return [operationOf(document, { path, method, described })];
    }),
  );
  const order = (command: string): number => RESOURCES.map(kebab).indexOf(command.split(' ')[0] ?? '');
  return operations.sort((one, other) => order(one.command) - order(other.command));
}

function operationOf(
  document: OpenApi,
  { path, method, described }: { path: string; method: string; described: Described },
): Operation {
  const words = (described.operationId ?? '').split('.').map(kebab);
  const parameters = (described.parameters ?? []).map((each) => resolved(document, each));
  const query = parameters.filter((each) => each.in === 'query');
  const isPaged = query.some(({ name }) => name === 'cursor');
  const fields = query
    .filter(({ name }) => !isPaged || !PAGING.includes(name))
    .map(({ name, schema, required = false, description }) => {
      const says = description ?? resolved(document, schema).description;
      return [name, fieldOf(document, schema, { required, says })] as const;
    });
  const schema = described.requestBody?.content['application/json']?.schema;
  const { properties = {}, required = [] } = schema === undefined ? {} : resolved(document, schema);
  const body = Object.entries(properties).map(
    ([name, each]) =>
      [name, fieldOf(document, each, { required: required.includes(name), says: each.description })] as const,
  );
  return {
    command: words.join(' '),
    summary: described.summary ?? '',
    method: method.toUpperCase() as Operation['method'],
    path,
    ...(fields.length > 0 && { query: Object.fromEntries(fields) }),
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
    ...(isPaged && { paged: true as const }),
  };
}

function fieldOf(
  document: OpenApi,
  schema: Schema,
  { required, says }: { required: boolean; says: string | undefined },
): Field {
  const plain = plainOf(document, schema);
  const listed = plain.type === 'array' ? plainOf(document, plain.items ?? {}) : null;
  const values = (listed ?? plain).enum?.filter((each) => each !== null);
  const sentence = firstSentence(says ?? plain.description ?? '');
  return {
    kind: kindOf(plain, listed),
    ...(required && { required: true as const }),
    ...(values !== undefined && { oneOf: values }),
    ...(sentence !== '' && { says: sentence }),
  };
}

function kindOf(plain: Schema, listed: Schema | null): Field['kind'] {
  if (listed !== null) return listed.type === 'string' ? 'list' : 'json';
  if (plain.type === 'integer' || plain.type === 'number') return 'number';
  if (plain.type === 'boolean') return 'boolean';
  if (plain.type === 'string') return 'text';
  return plain.type === 'object' && plain.properties === undefined ? 'pairs' : 'json';
}

/** A schema without null and references. */
function plainOf(document: OpenApi, schema: Schema): Schema {
  const { anyOf, oneOf, allOf, ...own } = resolved(document, schema);
  const some = (anyOf ?? oneOf ?? allOf)?.filter((each) => each.type !== 'null');
  if (some?.length === 1) return { ...plainOf(document, some[0] ?? {}), ...own };
  const type = Array.isArray(own.type) ? own.type.find((each) => each !== 'null') : own.type;
  return type === undefined ? own : { ...own, type };
}

function resolved<Part extends { $ref?: string }>(document: OpenApi, part: Part): Part {
  if (part.$ref === undefined) return part;
  const [kind = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
  return resolved(document, document.components[kind]?.[name] as Part);
}

function firstSentence(text: string): string {
  const sentence = (/^.*?[.;](?= |$)/s.exec(text)?.[0] ?? text).replace(/[.;]$/, '').replaceAll('\n', ' ');
  return sentence.length > LONGEST ? '' : sentence;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
