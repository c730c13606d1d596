// Writes the methods of the TypeScript client, one for each operation of the OpenAPI document, and the names of the types that they
// take and return. The tables hold what does not follow from the document.

/** Names of classes whose namespace would give the name of a model, or one that says too little. */
const CLASSES = {
  eventCategories: 'EventCategoryList',
  log: 'TransparencyLog',
  status: 'StatusPage',
  usage: 'UsageCounts',
};
/** Names of models whose schema's name would clash or say too little. A body without schema has its operation's name. */
const MODELS = {
  Event: 'ServiceEvent',
  Record: 'RegisteredRecord',
  Status: 'ServiceStatus',
  TestRequest: 'SubscriptionTest',
  'credentials.reportLeak': 'LeakReport',
};
/** Namespaces whose class is extended by hand, in `resources/`; `client.ts` makes the extended one. */
const EXTENDED = ['events'];
/** Types of variables of a path; all others are strings. */
const VARIABLES = { environment: 'Environment', level: 'number' };
/** Short forms that a method accepts instead of its body, and how each becomes the body. */
const SHORT_FORMS = {
  'records.verify': {
    type: 'string',
    body: "typeof asked === 'string' ? { record_id: asked } : asked",
    comment: [
      'Look at `evidence.verdict.result` first: only `passed` says yes.',
      "@param asked The record's id, or what it is looked up by.",
    ],
  },
};
/** A variable of a path, and the segment before it. */
const VARIABLE = /(?<=([^/]+)\/)\{(\w+)\}/g;
/** Sentences of a description about header fields and media types, which the client takes care of. */
const ABOUT_HTTP = / (?:As|With) `.*$/s;

const classNameOf = (namespace) =>
  CLASSES[namespace] ?? namespace.replace(/^./, (letter) => letter.toUpperCase());
const modelOf = (schema) => MODELS[schema] ?? schema;
const listed = (names) => [...new Set(names)].join(', ');

/** The value that a `$ref` of a document refers to; any other value is returned as it is. */
export function resolved({ components }, value) {
  const [name, kind] = (value.$ref ?? '').split('/').reverse();
  return kind === undefined ? value : components[kind][name];
}

/** The text of `models.ts` and `resources.ts` in `generated/`, by the name of the file. */
export function clientSources(document) {
  const methods = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => methodOf(document, { path, verb, ...operation })),
  );
  const names = new Set(methods.flatMap(({ schemas }) => schemas));
  const schemas = [...names].filter((name) => name in document.components.schemas);
  const models = schemas.map((name) => `export type ${modelOf(name)} = Schemas['${name}'];\n`);
  return {
    'models.ts': `import type { components } from './openapi.js';

type Schemas = components['schemas'];

${models.sort().join('')}`,
    'resources.ts': `import { pathTo, tilePath } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import { Requester } from '../requests/requester.js';
import type { ${listed(methods.map(({ options }) => options))} } from '../requests/request-options.js';
import type { ${listed(['Environment', 'QueryOf', ...[...names].map(modelOf)])} } from '../models.js';
${classesOf(document, methods)}`,
  };
}

/** A class for each namespace, and a base class of the client with all of them as fields. */
function classesOf({ tags }, methods) {
  const namespaces = [...new Set(methods.map(({ namespace }) => namespace))];
  const classes = namespaces.map((namespace) => {
    const own = methods.filter((method) => method.namespace === namespace);
    const tag = tags.find(({ name }) => name.toLowerCase() === namespace);
    return `
/** ${tag?.description ?? `The operations \`${namespace}.*\`.`} */
export class ${classNameOf(namespace)} {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }
${own.map(({ text }) => text).join('')}}
`;
  });
  const fields = namespaces.filter((name) => !EXTENDED.includes(name));
  return `${classes.join('')}
/** The resources of the service. */
export abstract class Resources extends Requester {
${fields.map((name) => `  readonly ${name}: ${classNameOf(name)};\n`).join('')}
  constructor() {
    super();
${fields.map((name) => `    this.${name} = new ${classNameOf(name)}(this);\n`).join('')}  }
}
`;
}

function methodOf(document, { path, verb, operationId: id, parameters = [], requestBody, ...operation }) {
  const all = parameters.map((each) => resolved(document, each));
  const query = all.filter((each) => each.in === 'query');
  const options = optionsOf(verb, all);
  const [namespace, name] = id.split('.');
  const address = pathOf(path, namespace);
  const body = requestBody && bodyOf(id, requestBody);
  const answer = answerOf(document, operation);
  const taken = [
    ...address.variables.map((name) => `${name}: ${VARIABLES[name] ?? 'string'}`),
    ...(body ? [body.taken] : []),
    ...(query.length > 0
      ? [`query: QueryOf<'${id}'>${query.some((each) => each.required) ? '' : ' = {}'}`]
      : []),
    `options: ${options} = {}`,
  ];
  const sent = [
    '...options',
    `method: '${verb.toUpperCase()}'`,
    `path: ${address.text}`,
    ...(body ? [body.sent] : []),
    ...(query.length > 0 ? ['query'] : []),
    ...(operation.security?.length === 0 ? ['anonymous: true'] : []),
    ...(answer.form ? [`answer: '${answer.form}'`] : []),
  ];
  const comment = commentOf(operation, all, SHORT_FORMS[id]?.comment);
  return {
    namespace,
    tag: operation.tags[0],
    options,
    schemas: [...(body ? [body.schema] : []), ...(answer.schemas ?? [])],
    text: `
  /**${comment.length === 1 ? ` ${comment[0]} ` : `${comment.map((each) => `\n   * ${each}`).join('')}\n   `}*/
  ${name}(${taken.join(', ')}): ${answer.type} {
    return this.#service.${answer.call ?? 'request'}({ ${sent.join(', ')} }${answer.terms ?? ''});
  }
`,
  };
}

function optionsOf(verb, parameters) {
  const takes = (header) => parameters.some(({ name }) => name === header);
  if (takes('Service-Nonce')) return 'VerifyOptions';
  if (takes('Prefer')) return 'WaitOptions';
  if (takes('Idempotency-Key')) return 'WriteOptions';
  return verb !== 'get' && takes('If-Match') ? 'UpdateOptions' : 'RequestOptions';
}

/** A path with its variables, as source. The id of a resource other than the namespace's is named after it. */
function pathOf(path, namespace) {
  const nameOf = (segment, variable) =>
    variable === 'id' && segment !== namespace
      ? `${segment.replace(/s$/, '')}Id`
      : variable.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const variables = [...path.matchAll(VARIABLE)].map(([, segment, variable]) => nameOf(segment, variable));
  if (variables.length === 0) return { variables, text: `'${path}'` };
  const template = path.replace(VARIABLE, (_, segment, variable) => `\${${nameOf(segment, variable)}}`);
  // The number of a tile is itself a path: x001/234.p/5.
  const [before, tile] = template.split('${number}');
  return { variables, text: `pathTo\`${before}\`${tile === undefined ? '' : ' + tilePath(number)'}` };
}

function bodyOf(id, { required, content }) {
  const schema = content['application/json'].schema.$ref?.split('/').at(-1) ?? id;
  const short = SHORT_FORMS[id];
  return short === undefined
    ? { schema, taken: `body: ${modelOf(schema)}${required ? '' : ' = {}'}`, sent: 'body' }
    : { schema, taken: `asked: ${short.type} | ${modelOf(schema)}`, sent: `body: ${short.body}` };
}

function answerOf(document, { responses }) {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const { content } = resolved(document, good);
  if ('text/plain' in content) return { type: 'Answer<string>', form: 'text' };
  if (!('application/json' in content)) return { type: 'Answer<Uint8Array>', form: 'bytes' };
  const { schema } = content['application/json'];
  if (schema.$ref === undefined) return { type: 'Answer<{ readonly [name: string]: unknown }>' };
  const page = schema.$ref.split('/').at(-1);
  const { data, next_cursor } = resolved(document, schema).properties ?? {};
  if (next_cursor === undefined) return { type: `Answer<${modelOf(page)}>`, schemas: [page] };
  const item = data.items.$ref.split('/').at(-1);
  return {
    type: `List<${modelOf(item)}, ${modelOf(page)}>`,
    schemas: [item, page],
    call: 'list',
    // A list that always has a next cursor ends with an empty page.
    terms: next_cursor.type === 'string' ? ', { endsEmpty: true }' : '',
  };
}

/** The lines of a method's comment. Ids need no description. */
function commentOf({ summary, description }, parameters, more = []) {
  const variables = parameters.filter((each) => each.in === 'path' && !each.name.endsWith('id'));
  return [
    (description ?? summary).replace(ABOUT_HTTP, '').replace(/\.?$/, '.'),
    ...more,
    ...variables.map(({ name, description: meaning }) => `@param ${name} ${meaning}`),
  ];
}
