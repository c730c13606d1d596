import { ServiceError } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import { checkInput } from '../../interface/inputs/check-input.js';
import { membersOf, waysOf, type Carrier, type InputClass } from '../../interface/inputs/member-shapes.js';
import type { AnyOperation } from '../../interface/operation.js';
import { parseIfMatch } from './if-match.js';
import { parseBatchBody } from './batch-body.js';
import { parseJsonBody, parseOptionalBody, requireStorable } from './json-body.js';

const NOT_UTF8 = 'The query is not UTF-8 in percent encoding.';

/** Reads the input of an operation. @throws ServiceError `request.malformed`, `request.invalid`. */
export type InputReader = (request: FastifyRequest) => object;

/** Makes what reads the input of an operation from the request: path and header fields, and its body or its query. */
export function inputReaderOf({ http, takes, input: type, body }: AnyOperation): InputReader {
  if (body !== undefined) return ({ body: raw }) => body.read(parseOptionalBody(raw));
  if (type === undefined) return () => ({});
  const carried = carriedMembers(http, type);
  const parse = bodyParserOf(type);
  // A body that is not taken is refused member by member, instead of being ignored: its sender expects something of it.
  const carrier = takes ?? (http?.startsWith('POST ') ? 'body' : undefined);
  return (request) => {
    const members: Record<string, unknown> = {};
    for (const { name, valueIn } of carried) members[name] = valueIn(request);
    return checkInput(type, valueOf(request, carrier, parse), members);
  };
}

/** How the body of an operation is parsed. */
export function bodyParserOf(type: InputClass<object> | undefined): (raw: unknown) => unknown {
  if (type === undefined) return parseOptionalBody;
  const list = [...membersOf(type)].find(([, { items }]) => items !== undefined)?.[0];
  if (list !== undefined) return (raw) => parseBatchBody(raw, list);
  // Where one of several members names the record, an empty body is malformed: no single member is missing.
  return waysOf(type).includes('record_id') ? parseJsonBody : parseOptionalBody;
}

function valueOf(
  { body, query, url }: FastifyRequest,
  takes: AnyOperation['takes'],
  parse: (raw: unknown) => unknown,
): unknown {
  if (takes === 'body') return parse(body);
  if (takes === undefined) return {};
  if (!isUtf8(url)) throw new ServiceError('request.malformed', { message: NOT_UTF8 });
  requireStorable(query);
  return query;
}

/** Fastify takes text that it cannot decode as it stands: a list would then be empty instead of refused. */
function isUtf8(url: string): boolean {
  try {
    return !url.includes('%') || decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

type Carried = { name: string; valueIn: (request: FastifyRequest) => unknown };

function carriedMembers(http: string | undefined, type: InputClass<object>): Carried[] {
  const parameters = [...(http ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  return [...membersOf(type)].flatMap(([name, { from }]) => {
    if (from === undefined) return [];
    // A path names its subject `id`; a parameter of any other name is the member of that name.
    const parameter = parameters.includes(name) ? name : 'id';
    return [{ name, valueIn: VALUES[from](parameter) }];
  });
}

const VALUES: Record<Carrier, (parameter: string) => (request: FastifyRequest) => unknown> = {
  path:
    (parameter) =>
    ({ params }) =>
      (params as Record<string, unknown>)[parameter],
  'If-Match':
    () =>
    ({ headers }) =>
      parseIfMatch(headers['if-match']),
  Host:
    () =>
    ({ headers }) =>
      headers.host,
};
