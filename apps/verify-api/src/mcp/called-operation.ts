import { askedIds, distinctIds } from '../operations/asked-ids.js';
import type { AnyOperation } from '../operations/operation.js';
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
export function calledTool({ method, params }: Message): string | null {
  return method === 'tools/call' ? String(objectOf(params)['name']) : null;
}

/** The operation that a message calls; null where it calls none. */
export function calledOperation(exchange: McpExchange, { method, params }: Message): AnyOperation | null {
  const { name, uri, ref, argument } = objectOf(params);
  if (method === 'tools/call') return toolNamed(String(name))?.operation ?? null;
  if (method === 'resources/read') return readingOf(String(uri))?.operation ?? null;
  if (method !== 'completion/complete') return null;
  const { type, uri: template } = objectOf(ref);
  return completingOf(exchange, String(type === 'ref/resource' ? template : objectOf(argument)['name']));
}

/** The ids that a message names: those of its tool's arguments, or that in the address of a resource. */
export function subjectsOf({ params }: Message): string[] {
  const { arguments: given, uri } = objectOf(params);
  return typeof uri === 'string' ? distinctIds([uri.split('/')[2]]) : askedIds(given);
}

/** An object to read from, whatever the client sent. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
