import { askedIds, distinctIds } from '../../admission/asked-ids.js';
import type { AnyOperation } from '../../interface/operation.js';
import { completingOf } from './mcp-completions.js';
import type { McpExchange } from './mcp-exchange.js';
import { readingOf } from './mcp-resources.js';
import { toolNamed } from './tools/tools.js';

/** A message of JSON-RPC, before it is checked. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

/** The tool that a message calls, by the name that it gives; null where it calls none. */
export function calledTool({ id, method, params }: Message): string | null {
  return id !== undefined && method === 'tools/call' ? textOf(objectOf(params)['name']) : null;
}

/** The operation that a message calls; null where it calls none, as a notification does (JSON-RPC 2.0, section 4.1). */
export function calledOperation(exchange: McpExchange, { id, method, params }: Message): AnyOperation | null {
  if (id === undefined) return null;
  const { name, uri, ref, argument } = objectOf(params);
  if (method === 'tools/call') return toolNamed(textOf(name))?.operation ?? null;
  if (method === 'resources/read') return readingOf(textOf(uri))?.operation ?? null;
  if (method !== 'completion/complete') return null;
  const { type, uri: template } = objectOf(ref);
  return completingOf(exchange, textOf(type === 'ref/resource' ? template : objectOf(argument)['name']));
}

/** The ids in a message: in the arguments of its tool, or in the address of its resource. */
export function subjectsOf({ params }: Message): string[] {
  const { arguments: given, uri } = objectOf(params);
  return typeof uri === 'string' ? distinctIds([uri.split('/')[2]]) : askedIds(given);
}

/** The text, or empty for any other value: no name is empty, so the protocol refuses the message. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value if it is an object; else an empty object. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
