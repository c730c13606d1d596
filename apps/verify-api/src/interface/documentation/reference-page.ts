import { errors, type Environment, type ErrorCode } from '@service/contracts';
import {
  followed,
  type DescribedContent,
  type DescribedInterface,
  type DescribedOperation,
  type DescribedSchema,
} from './described-interface.js';
import { escapeHtml, inlineHtml, tableHtml } from './html.js';
import { membersHtml, typeHtml } from './reference-schemas.js';

interface Listed {
  method: string;
  path: string;
  operation: DescribedOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const WITHOUT_TAG = 'other';

/** The reference of all routes, made from the OpenAPI document: operations by their tags, in the document’s order, then the schemas. A request can be tried in development alone. */
export function referenceHtml(document: DescribedInterface, environment: Environment): string {
  const byTag = Map.groupBy(listOf(document), ({ operation }) => operation.tags?.[0] ?? WITHOUT_TAG);
  const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  // The document lists tags in the order that a newcomer needs; tags that it does not list come last.
  const tags = [...new Set([...described.keys(), ...byTag.keys()])].filter((tag) => byTag.has(tag));
  const contents = tags.map((tag) => {
    const operations = byTag.get(tag) ?? [];
    const rows = operations.map(({ method, path, operation }) => [
      `<a href="#${idOf(method, path)}"><code>${method} ${escapeHtml(path)}</code></a>`,
      inlineHtml(operation.summary ?? ''),
    ]);
    return `<h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2>\n${paragraph(described.get(tag))}${tableHtml(
      ['route', 'what it does'],
      rows,
    )}${operations.map((each) => operationHtml(each, document, environment)).join('')}`;
  });
  const { info, components } = document;
  const schemas = Object.entries(components?.schemas ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return `<h1 id="reference">API reference</h1>
${paragraph(info?.description)}<p>Made from <a href="/v1/openapi.json">/v1/openapi.json</a>. What holds for many routes is in <a href="/docs/http">HTTP conventions</a>; what each capability opens, in <a href="/docs/capabilities">Capabilities</a>.</p>
<p>${tags.map((tag) => `<a href="#${anchorOf(tag)}">${escapeHtml(tag)}</a>`).join(' · ')} · <a href="#schemas">Schemas</a></p>
${contents.join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaHtml(name, schema)).join('\n')}`;
}

function listOf({ paths }: DescribedInterface): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

function operationHtml(
  { method, path, operation }: Listed,
  document: DescribedInterface,
  environment: Environment,
): string {
  const { summary = '', description, deprecated = false, operationId } = operation;
  const { 'x-capabilities': capabilities = [] } = operation;
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const parameters = (operation.parameters ?? []).map((each) => {
    const {
      name = '',
      in: place = '',
      required = false,
      schema,
      ...rest
    } = followed(each, document.components?.parameters);
    const type = `${place}, ${typeHtml(schema)}${required ? '' : ', optional'}`;
    return [`<code>${escapeHtml(name)}</code>`, type, inlineHtml(rest.description ?? '')];
  });
  return `<h3 id="${idOf(method, path)}">${inlineHtml(summary)}</h3>
<p><code>${method} ${escapeHtml(path)}</code>${operationId === undefined ? '' : `, the operation <code>${escapeHtml(operationId)}</code>`}${deprecated ? ' (deprecated)' : ''}${capabilities.length === 0 ? '' : `, with ${capabilities.map((each) => `<code>${escapeHtml(each)}</code>`).join(' or ')}`}</p>
${paragraph(description)}${tableHtml(['parameter', 'type', 'meaning'], parameters)}${body === undefined ? '' : `<h4>Body</h4>\n${bodyHtml(body, document)}`}<pre tabindex="0"><code>${escapeHtml(curlOf(method, path, operation, document))}</code></pre>
${environment === 'development' ? tryHtml({ method, path, operation }, document) : ''}${answersHtml(operation, document)}`;
}

/** A place for a request, which the page's script fills and shows. */
function tryHtml({ method, path, operation }: Listed, document: DescribedInterface): string {
  const query = (operation.parameters ?? [])
    .map((each) => followed(each, document.components?.parameters))
    .flatMap(({ in: place, name = '' }) => (place === 'query' ? [`${name}=`] : []));
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const data = {
    method,
    path,
    ...(query.length > 0 && { query: query.join('&') }),
    ...(content !== undefined && { body: JSON.stringify(exampleOf(content, document), null, 2) }),
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<details class="try" hidden${attributes.join('')}><summary>Try it</summary></details>\n`;
}

/** The answers, then the errors behind a fold, because a list of errors at each route would hide the rest. */
function answersHtml(
  { responses = {}, security, 'x-errors': own = [] }: DescribedOperation,
  { components, 'x-errors': shared }: DescribedInterface,
): string {
  const withCredential = security?.length === 0 ? [] : (shared?.withCredential ?? []);
  const codes = [...(shared?.every ?? []), ...withCredential, ...own];
  const done = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => {
      const { description = '', content = {} } = followed(response, components?.responses);
      const types = Object.entries(content).map(
        ([media, { schema }]) => typeHtml(schema) || escapeHtml(media),
      );
      return `<p>${status}: ${[inlineHtml(description), ...types].filter(Boolean).join(' ')}</p>\n`;
    });
  return `<h4>Answers</h4>\n${done.join('')}<details><summary>Errors</summary>\n${errorsHtml(codes)}</details>\n`;
}

/**
 * The error codes of an operation, by their statuses. The error responses do not tell them: operations share these, so they
 * name the codes of all.
 */
function errorsHtml(codes: readonly ErrorCode[]): string {
  const byStatus = [...Map.groupBy(codes, (code) => errors[code].status)].sort(
    ([one], [other]) => one - other,
  );
  const rows = byStatus.map(([status, each]) => [
    String(status),
    each.map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`).join(', '),
  ]);
  return tableHtml(['status', 'code'], rows);
}

function bodyHtml({ schema }: DescribedContent, document: DescribedInterface): string {
  const name = schema?.$ref?.split('/').at(-1);
  const resolved = name === undefined ? schema : document.components?.schemas?.[name];
  return membersHtml(resolved) || `<p>${typeHtml(schema)}</p>\n`;
}

function schemaHtml(name: string, schema: DescribedSchema): string {
  return `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>
${paragraph(schema.description)}${membersHtml(schema) || `<p>${typeHtml(schema)}</p>\n`}`;
}

function paragraph(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<p>${inlineHtml(text)}</p>\n`;
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/\W+/g, '-');
}

function idOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}`;
}

/** A request to paste, with the functions of the README. */
function curlOf(
  method: string,
  path: string,
  operation: DescribedOperation,
  document: DescribedInterface,
): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SERVICE_URL${path.replaceAll(/\{(\w+)\}/g, '<$1>')}"`,
    ...(needsCredential(operation, document) ? ['-H "Authorization: Bearer $SERVICE_TOKEN"'] : []),
    ...(content === undefined ? [] : ["-H 'Content-Type: application/json'", bodyOf(content, document)]),
  ];
  return parts.join(' \\\n  ');
}

function bodyOf(content: DescribedContent, document: DescribedInterface): string {
  return `-d '${JSON.stringify(exampleOf(content, document)).replaceAll("'", "'\\''")}'`;
}

/** An example of a body. */
function exampleOf({ schema, examples }: DescribedContent, { components }: DescribedInterface): unknown {
  const described = schema === undefined ? {} : followed(schema, components?.schemas);
  const [example = examples?.['typical']?.value ?? {}] = described.examples ?? [];
  return example;
}

/** Whether a route takes a credential. */
function needsCredential({ security }: DescribedOperation, document: DescribedInterface): boolean {
  return (security ?? document.security ?? []).length > 0;
}
