import type {
  DescribedContent,
  DescribedInterface,
  DescribedOperation,
  DescribedResponse,
  DescribedSchema,
  Reference,
} from './described-interface.js';
import { escapeHtml, inlineHtml, tableHtml } from './html.js';
import { curlOf, needsCredential } from './reference-example.js';
import { membersHtml, typeHtml } from './reference-schemas.js';

interface Listed {
  method: string;
  path: string;
  operation: DescribedOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const WITHOUT_TAG = 'other';

/** The reference of all routes, made from the OpenAPI document: operations by their tags, then the schemas. */
export function referenceHtml(document: DescribedInterface): string {
  const byTag = Map.groupBy(listOf(document), ({ operation }) => operation.tags?.[0] ?? WITHOUT_TAG);
  const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const tags = [...byTag.keys()].sort((one, other) => (one < other ? -1 : 1));
  const contents = tags.map((tag) => {
    const operations = byTag.get(tag) ?? [];
    const rows = operations.map(({ method, path, operation }) => [
      `<a href="#${idOf(method, path)}"><code>${method} ${escapeHtml(path)}</code></a>`,
      inlineHtml(operation.summary ?? ''),
    ]);
    return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>\n${paragraph(described.get(tag))}${tableHtml(
      ['route', 'what it does'],
      rows,
    )}${operations.map((each) => operationHtml(each, document)).join('')}`;
  });
  const { info, components } = document;
  const schemas = Object.entries(components?.schemas ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return `<h1>API reference</h1>
${paragraph(info?.description)}<p>Made from <a href="/v1/openapi.json">/v1/openapi.json</a>. What holds for many routes is in <a href="/docs/http">HTTP conventions</a>.</p>
<p>${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' · ')} · <a href="#schemas">schemas</a></p>
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

function operationHtml({ method, path, operation }: Listed, document: DescribedInterface): string {
  const { summary = '', description, deprecated = false } = operation;
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
<p><code>${method} ${escapeHtml(path)}</code>${deprecated ? ' (deprecated)' : ''}</p>
${paragraph(description)}<p>${needs(operation, document)}</p>
${tableHtml(['parameter', 'type', 'meaning'], parameters)}${body === undefined ? '' : `<h4>Body</h4>\n${bodyHtml(body, document)}`}<pre tabindex="0"><code>${escapeHtml(curlOf(method, path, operation, document))}</code></pre>
${answersHtml(operation, document)}`;
}

/** What is answered, and behind a fold what can fail: a text of its own for each route would hide the rest. */
function answersHtml({ responses = {} }: DescribedOperation, { components }: DescribedInterface): string {
  const answers = Object.entries(responses).map(([status, response]) => ({
    status,
    ...followed(response, components?.responses),
  }));
  const [failing, good] = [400, 0].map((least) =>
    answers.filter(({ status }) => Number(status) >= least && (least > 0 || Number(status) < 400)),
  ) as [typeof answers, typeof answers];
  const done = good.map(({ status, description = '', content = {} }) => {
    const types = Object.entries(content).map(([media, { schema }]) => typeHtml(schema) || escapeHtml(media));
    return `<p>${status}: ${[inlineHtml(description), ...types].filter(Boolean).join(' ')}</p>\n`;
  });
  const rows = failing.map((response) => [response.status, errorsHtml(response)]);
  return `<h4>Answers</h4>\n${done.join('')}<details><summary>Errors</summary>\n${tableHtml(['status', 'code'], rows)}</details>\n`;
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

function needs(operation: DescribedOperation, document: DescribedInterface): string {
  const { 'x-capabilities': capabilities = [] } = operation;
  const names = capabilities.map((name) => `<code>${escapeHtml(name)}</code>`).join(' or ');
  if (names !== '') return `Needs the <a href="/docs/capabilities">capability</a> ${names}.`;
  return needsCredential(operation, document) ? 'Any credential can call it.' : 'No credential is needed.';
}

/** The codes of an answer, each with a link to its explanation; else its description. */
function errorsHtml(response: DescribedResponse): string {
  const codes = new Set(
    [...JSON.stringify(response).matchAll(/["`]([a-z_]+\.[a-z_]+)["`]/g)].map(([, code = '']) => code),
  );
  if (codes.size === 0) return inlineHtml(response.description ?? '');
  return [...codes].map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`).join(', ');
}

function followed<Found extends Reference>(value: Found, named: Record<string, Found> | undefined): Found {
  const name = value.$ref?.split('/').at(-1);
  return name === undefined ? value : (named?.[name] ?? value);
}

function paragraph(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<p>${inlineHtml(text)}</p>\n`;
}

function idOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}`;
}
