import { invalidRequest } from '@service/contracts';
import { callerKey } from '../../../admission/authentication/caller.js';
import { Idempotency, sha256 } from '../../../interface/idempotency.js';
import { canonicalJson, escapeTexts } from '@service/evidence';
import type { McpExchange } from '../mcp-exchange.js';
import { refusalBody } from '../refusal.js';
import { prove } from '../../../interface/prove-answer.js';
import { PROOF, type ProofRequest } from '../proof.js';
import { VERIFY_PATH } from '../../../verify/verify.bodies.js';
import type { ObjectSchema } from '../input-schema.js';
import type { Tool } from './tool.js';

type Members = Record<string, unknown>;

/**
 * Calls a tool. A refusal is a result too, with the specification's error, so that the model can react to it.
 * @param given the arguments, unchecked.
 */
export async function callTool(exchange: McpExchange, tool: Tool, given: object, proof: ProofRequest) {
  try {
    return await answerOf(exchange, tool, withoutNulls(tool.inputSchema, given), proof);
  } catch (thrown) {
    const error = exchange.errorOf(thrown);
    return { isError: true, content: [textOf(refusalBody(error, exchange.request.requestId))] };
  }
}

async function answerOf(exchange: McpExchange, tool: Tool, given: Members, proof: ProofRequest) {
  const { context, requestId } = exchange.request;
  const { detail, idempotency_key, ...named } = given;
  const members = { ...defaultsOf(tool), ...named };
  const answer = await exchange.run(tool.operation, members, {
    check: () => checkArguments(tool, given),
    nonce: proof.nonce,
    idempotency: () => idempotencyOf(exchange, tool, idempotency_key, named),
  });
  const full = detail === 'full';
  const asOf = context.evidence?.asOf.shown ?? null;
  const summary = tool.show(answer, { members, full, requestId, asOf });
  const proven =
    tool.isSigned && (full || proof.wanted)
      ? await prove(exchange.signer, context, answer as string, restRequest(tool, named), requestId)
      : null;
  // The signature covers the API's answer, not the one that the client gets.
  context.evidence = null;
  const structuredContent = escapeTexts(summary) as Members;
  const links = tool.linksOf?.(summary) ?? [];
  return {
    content: [
      textOf(structuredContent),
      ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
    structuredContent,
    ...(proven === null ? {} : { _meta: { [PROOF]: proven } }),
  };
}

/** The request to the API that would have been answered with the same text. */
function restRequest(tool: Tool, body: Members) {
  const path = tool.operation.name === 'records.verify' ? VERIFY_PATH : `${VERIFY_PATH}/batch`;
  return { method: 'POST' as const, path, body };
}

interface Bounds {
  default?: unknown;
  maximum?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  items?: Partial<Known>;
  anyOf?: readonly { type?: unknown }[];
}

type Known = Pick<ObjectSchema, 'properties' | 'required'>;

/**
 * Arguments without the optional ones that are null: hosts send null for absent. A null that is a value itself is kept
 * only where it is the only one, because a host that fills every argument does not mean to remove anything.
 */
export function withoutNulls({ properties, required = [] }: Known, given: object): Members {
  const boundsOf = (name: string): Bounds | undefined =>
    Object.hasOwn(properties, name) ? properties[name] : undefined;
  const entries: [string, unknown][] = Object.entries(given);
  const nulls = entries.filter(
    ([name, value]) => value === null && boundsOf(name) !== undefined && !required.includes(name),
  );
  const isValue = nulls.length === 1 && takesNull(boundsOf(nulls[0]?.[0] ?? ''));
  const kept = isValue ? entries : entries.filter((entry) => !nulls.includes(entry));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, itemsWithoutNulls(boundsOf(name)?.items ?? {}, value)]),
  ) as Members;
}

function takesNull(bounds: Bounds | undefined): boolean {
  return bounds?.anyOf?.some(({ type }) => type === 'null') === true;
}

function itemsWithoutNulls({ properties, ...items }: Partial<Known>, value: unknown): unknown {
  if (properties === undefined || !Array.isArray(value)) return value;
  const isObject = (item: unknown): item is object =>
    typeof item === 'object' && item !== null && !Array.isArray(item);
  return value.map((item) =>
    isObject(item) ? withoutNulls({ properties, ...items }, item) : (item as unknown),
  );
}

/** The default length of a page, which is shorter than over HTTP. */
function defaultsOf({ inputSchema }: Tool): Members {
  const { limit }: { limit?: Bounds } = inputSchema.properties;
  return limit?.default === undefined ? {} : { limit: limit.default };
}

/**
 * Checks what the operation's own validation does not: tools have fewer members, and shorter lists.
 * @throws ServiceError `request.invalid`.
 */
function checkArguments({ inputSchema }: Tool, given: Members): void {
  const { properties } = inputSchema;
  for (const [name, value] of Object.entries(given)) {
    const bounds: Bounds | undefined = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (bounds === undefined) throw invalidRequest(name, 'is not an argument of this tool');
    const { maximum, maxItems = Infinity } = bounds;
    if (maximum !== undefined && !(typeof value === 'number' && value <= maximum))
      throw invalidRequest(name, `must be a number, at most ${maximum}`);
    if (Array.isArray(value) && value.length > maxItems)
      throw invalidRequest(name, `must have at most ${maxItems} items`);
    checkItems(name, value, bounds.items?.properties);
    if (name === 'detail' && bounds.enum?.includes(value) === false)
      throw invalidRequest(name, 'must be summary or full');
  }
}

/** Refuses unknown members in the items of a batch. */
function checkItems(name: string, value: unknown, known: object | undefined): void {
  if (known === undefined || !Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    const stranger = Object.keys((item ?? {}) as object).find((member) => !Object.hasOwn(known, member));
    if (stranger !== undefined)
      throw invalidRequest(`${name}[${index}].${stranger}`, 'is not an argument of this tool');
  }
}

const KEY = /^[ -~]{1,255}$/;

/** @throws ServiceError `request.invalid` for a key that HTTP would refuse too. */
function idempotencyOf(
  exchange: McpExchange,
  tool: Tool,
  key: unknown,
  members: Members,
): Idempotency | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidRequest('idempotency_key', 'must be 1 to 255 printable ASCII characters');
  const scope = [callerKey(exchange.caller), key];
  return new Idempotency(scope, () => sha256(canonicalJson([tool.name, members])));
}

function textOf(value: object) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}
