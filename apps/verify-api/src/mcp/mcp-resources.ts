import { escapeJson } from '@service/evidence';
import { authorityOperations } from '../authorities/authority.operations.js';
import { evidenceOperations } from '../evidence/evidence.operations.js';
import type { AnyOperation } from '../operations/operation.js';
import { recordOperations } from '../records/record.operations.js';
import { explainError, explainedCodes } from './explain-error.js';
import type { McpExchange } from './mcp-exchange.js';

const JSON_TYPE = 'application/json';

interface ResourceKind {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: AnyOperation;
  readonly pattern: RegExp;
  /** Member of the operation's input that the address holds. */
  readonly member: string;
}

const kinds: readonly ResourceKind[] = [
  {
    uriTemplate: 'record://{id}',
    name: 'record',
    title: 'Record',
    description: 'A record as it is registered. It proves nothing: use verify_record for that.',
    operation: recordOperations.read,
    pattern: /^record:\/\/([^/?#]+)$/,
    member: 'record_id',
  },
  {
    uriTemplate: 'record://{id}/evidence',
    name: 'evidence',
    title: 'Evidence of a record',
    description: 'All evidence of a record, to be checked offline. It is long: several kilobytes.',
    operation: evidenceOperations.read,
    pattern: /^record:\/\/([^/?#]+)\/evidence$/,
    member: 'record_id',
  },
  {
    uriTemplate: 'authority://{id}',
    name: 'authority',
    title: 'Authority',
    description: 'Who issues records, for what scope, and until when.',
    operation: authorityOperations.read,
    pattern: /^authority:\/\/([^/?#]+)$/,
    member: 'authority_id',
  },
  {
    uriTemplate: 'error://{code}',
    name: 'error',
    title: 'Error code',
    description: 'What a code of an error or of a verdict means, and what to do about it.',
    operation: explainError,
    pattern: /^error:\/\/([^/?#]+)$/,
    member: 'code',
  },
];

/** The templates of what a caller may read. */
export function listedTemplates(exchange: McpExchange) {
  return kinds
    .filter(({ operation }) => exchange.allows(operation))
    .map(({ uriTemplate, name, title, description }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType: JSON_TYPE,
    }));
}

/**
 * Reads a resource; null where the address is none of a resource.
 * @param nonce that the signature in a document covers.
 * @throws ServiceError as the operation that reads it.
 */
export async function readResource(exchange: McpExchange, uri: string, nonce: unknown) {
  for (const { pattern, operation, member } of kinds) {
    const id = pattern.exec(uri)?.[1];
    if (id === undefined) continue;
    const answer = await exchange.run(operation, { [member]: id }, { nonce });
    exchange.request.context.evidence = null;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return [{ uri, mimeType: JSON_TYPE, text: escapeJson(text) }];
  }
  return null;
}

/** The operation that reads a resource; undefined where the address is none of a resource. */
export function readingOf(uri: string): AnyOperation | undefined {
  return kinds.find(({ pattern }) => pattern.test(uri))?.operation;
}

/** Most values that a completion offers (MCP, "Completion"). */
const MOST_VALUES = 100;

type Completion = {
  values: string[];
  /** Whether there may be others. */
  hasMore: boolean;
};

/**
 * Ids of the caller's own project, or codes, that begin with what was typed; of ids, among the newest.
 * @param of a template, or the name of a prompt's argument.
 */
export async function completionsFor(exchange: McpExchange, of: string, typed: string): Promise<Completion> {
  const list = completingOf(exchange, of);
  if (list === null) return explainedFor(of, typed);
  const { data, next_cursor } = (await exchange.run(list, { limit: MOST_VALUES })) as {
    data: { id: string }[];
    next_cursor: string | null;
  };
  const values = data.map(({ id }) => id).filter((id) => id.startsWith(typed));
  // Older ids were not looked at. Behind a whole id, nothing more can come.
  return { values, hasMore: next_cursor !== null && !values.includes(typed) };
}

/** The operation that finds completions; null where none is called, also for a caller who may not. */
export function completingOf(exchange: McpExchange, of: string): AnyOperation | null {
  const list =
    of === 'record_id' || of.startsWith('record://') ? recordOperations.list : authorityOperations.list;
  const isOfIds = of === 'record_id' || /^(?:record|authority):\/\//.test(of);
  return isOfIds && exchange.allows(list) ? list : null;
}

function explainedFor(of: string, typed: string): Completion {
  if (!of.startsWith('error://')) return { values: [], hasMore: false };
  const codes = explainedCodes.filter((code) => code.startsWith(typed));
  return { values: codes.slice(0, MOST_VALUES), hasMore: codes.length > MOST_VALUES };
}
