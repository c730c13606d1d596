import { authorityOperations } from '../../authorities/authority.operations.js';
import type { AnyOperation } from '../../interface/operation.js';
import { recordOperations } from '../../records/record.operations.js';
import { explainedCodes } from './explain-error.js';
import type { McpExchange } from './mcp-exchange.js';

/** Most values that a completion offers (MCP, "Completion"). */
const MOST_VALUES = 100;

type Completion = {
  values: string[];
  /** Whether more values may match. */
  hasMore: boolean;
};

/**
 * Values that begin with what was typed: codes, or ids among the newest of the caller's project.
 * @param of a resource template, or the name of a prompt's argument.
 */
export async function completionsFor(exchange: McpExchange, of: string, typed: string): Promise<Completion> {
  const list = completingOf(exchange, of);
  if (list === null) return codesFor(of, typed);
  const { data, next_cursor } = (await exchange.run(list, { limit: MOST_VALUES })) as {
    data: { id: string }[];
    next_cursor: string | null;
  };
  const values = data.map(({ id }) => id).filter((id) => id.startsWith(typed));
  // Older ids were not searched, but a complete id has no other completion.
  return { values, hasMore: next_cursor !== null && !values.includes(typed) };
}

/** The operation that lists the candidates; null where none is needed, or the caller may not call it. */
export function completingOf(exchange: McpExchange, of: string): AnyOperation | null {
  const list = listOf(of);
  return list !== null && exchange.allows(list) ? list : null;
}

function listOf(of: string): AnyOperation | null {
  if (of === 'record_id' || of.startsWith('record://')) return recordOperations.list;
  return of.startsWith('authority://') ? authorityOperations.list : null;
}

function codesFor(of: string, typed: string): Completion {
  if (!of.startsWith('error://')) return { values: [], hasMore: false };
  const codes = explainedCodes.filter((code) => code.startsWith(typed));
  return { values: codes.slice(0, MOST_VALUES), hasMore: codes.length > MOST_VALUES };
}
