import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import { ServiceError, type Environment } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyInstance } from 'fastify';
import type { TokenSubject } from '../authentication/oauth/access-token.js';
import { mcpPathOf } from '../authentication/oauth/oauth-terms.js';
import type { TokenVerifier } from '../authentication/oauth/token-verifier.js';
import { clientAddress } from '../http/client-address.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import type { RequestContext } from '../operations/request-context.js';
import { parseJsonBody } from '../http/json-body.js';
import { JSON_MEDIA } from '../http/media-types.js';
import { traceparentOf } from '../http/trace-context.js';
import { calledOperation, calledTool, subjectsOf, type Message } from './called-operation.js';
import { McpExchange, isTooMany, type ExchangeParts } from './mcp-exchange.js';
import { noteFailure } from './note-failure.js';
import { messageOf, readOnlyOf, webRequest } from './mcp-requests.js';
import { serverFor } from './mcp-server.js';
import { protocolMessage } from './mcp.operations.js';
import { requireOwnOrigin } from './own-origin.js';
import type { ToolCallMetrics } from './tool-call-metrics.js';

/** The address of the MCP endpoint for credentials (Model Context Protocol, Streamable HTTP). */
export const MCP_PATH = '/mcp';

const NEEDS_BOTH =
  'The revisions of 2025 need an Accept header with both application/json and text/event-stream.';

/** The parts that the routes need. */
export interface McpRouteParts extends ExchangeParts {
  environment: Environment;
  /** Null where the environment accepts no access tokens. */
  oauth: OauthEntrance | null;
  toolCalls: ToolCallMetrics;
  /** Version of the service. */
  version: string;
  /** Origins whose pages may call the service, besides those of this machine. */
  origins: readonly string[];
}

/** How access tokens get in. */
interface OauthEntrance {
  verifier: Pick<TokenVerifier, 'subjectOf'>;
  /** Address of the metadata that say who issues them. */
  metadata: string;
}

/** What HTTP answers to a message. */
interface Answer {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

/** Adds the endpoint for credentials of every environment, and the environment's own, which accepts access tokens too. */
export function addMcpRoutes(server: FastifyInstance, parts: McpRouteParts): void {
  addMcpRoute(server, MCP_PATH, parts, null);
  addMcpRoute(server, mcpPathOf(parts.environment), parts, parts.oauth);
}

/**
 * MCP over HTTP, without sessions: each message carries its credential and is one interaction. It is answered through
 * Fastify's reply, so that limits, history and request id are as everywhere.
 */
function addMcpRoute(
  server: FastifyInstance,
  path: string,
  parts: McpRouteParts,
  oauth: OauthEntrance | null,
): void {
  const exchanges = new WeakMap<object, McpExchange>();
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(exchanges.get(authInfo as AuthInfo) as McpExchange, parts.version),
    { keepAliveMs: 0 },
  );
  server.post(
    path,
    {
      config: {
        produces: [JSON_MEDIA, 'text/event-stream'],
        ...(oauth === null ? {} : { resourceMetadata: oauth.metadata }),
      },
    },
    async (request, reply) => {
      const subject = await oauth?.verifier.subjectOf(request.headers.authorization, Date.now());
      const known = identified(parts, request, subject);
      const { context } = known;
      const { message, readOnly } = counted(parts, context, () => {
        requireOwnOrigin(request.headers, parts.origins);
        return { message: messageOf(parseJsonBody(request.body)), readOnly: readOnlyOf(request) };
      });
      const exchange = new McpExchange(parts, { ...known, readOnly });
      const answer = await measured(parts.toolCalls, message, context, async () => {
        admit(parts, exchange, message);
        if (message.method === 'subscriptions/listen') return noSuchMethod(message);
        const authInfo: AuthInfo = { token: '', clientId: exchange.caller.credentialId, scopes: [] };
        exchanges.set(authInfo, exchange);
        const answered = await handler.fetch(webRequest(request), { authInfo, parsedBody: message });
        const { status, headers } = answered;
        // The SDK's own text has no request id.
        if (status === 406) throw new ServiceError('request.not_acceptable', { message: NEEDS_BOTH });
        const text = await answered.text();
        noteFailure(context, text);
        return { status, headers, text };
      });
      for (const [name, value] of answer.headers) if (name !== 'connection') void reply.header(name, value);
      return reply.code(answer.status).send(answer.text);
    },
  );
}

/**
 * Counts a message as the operation that it calls, before any work is done for it. Most refusals wait until the operation
 * is called, so that they can be told as the tool's.
 * @throws ServiceError those that have no place in a result.
 */
function admit(parts: McpRouteParts, exchange: McpExchange, message: Message): void {
  const operation = calledOperation(exchange, message);
  const { context } = exchange.request;
  if (operation === null) return count(parts, context);
  const refusal = exchange.admit(operation);
  // A tool's refusal is told to the model.
  if (isTooMany(refusal) && message.method !== 'tools/call') throw refusal;
  if (!exchange.wantsScope(operation)) return;
  context.subjects = subjectsOf(message);
  throw refusal;
}

/** Answers a message, and counts the tool that it calls, if any, by the outcome. */
async function measured(
  toolCalls: ToolCallMetrics,
  message: Message,
  context: RequestContext,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const tool = calledTool(message);
  if (tool === null) return answer();
  const ended = (status: number): void =>
    toolCalls.add(tool, context.status ?? status, performance.now() - context.beganAt);
  try {
    const answered = await answer();
    ended(answered.status);
    return answered;
  } catch (thrown) {
    ended(serviceErrorOf(thrown)?.status ?? 500);
    throw thrown;
  }
}

/** Counts a message that calls no operation. @throws ServiceError `rate.limited`, `quota.exceeded`. */
function count({ admission }: McpRouteParts, context: RequestContext): void {
  admission.allow(context, protocolMessage, Date.now());
}

/** Reads a message; one that is refused counts too. */
function counted<Read>(parts: McpRouteParts, context: RequestContext, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    count(parts, context);
    throw error;
  }
}

function identified(
  { admission }: McpRouteParts,
  request: GatewayRequest,
  subject: TokenSubject | undefined,
) {
  const asking = {
    channel: 'mcp',
    authorization: request.headers.authorization,
    subject,
    address: clientAddress(request),
    onIdentified: (context: RequestContext) => {
      request.requestContext = context;
    },
  } as const;
  const context = admission.identify(asking, protocolMessage, Date.now());
  return { requestId: request.id, traceparent: traceparentOf(request.headers), context };
}

/** Its answer would never end. */
function noSuchMethod({ id = null }: Message): Answer {
  const error = { code: -32601, message: 'Method not found' };
  return {
    status: 404,
    headers: [['content-type', JSON_MEDIA]],
    text: JSON.stringify({ jsonrpc: '2.0', id, error }),
  };
}
