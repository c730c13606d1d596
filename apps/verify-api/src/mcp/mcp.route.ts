import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import { invalidRequest, type Environment } from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenSubject } from '../authentication/oauth/access-token.js';
import { mcpPathOf } from '../authentication/oauth/oauth-terms.js';
import type { TokenVerifier } from '../authentication/oauth/token-verifier.js';
import { clientAddress } from '../http/client-address.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import type { RequestContext } from '../operations/request-context.js';
import { parseJsonBody } from '../http/json-body.js';
import { JSON_MEDIA } from '../http/media-types.js';
import { traceparentOf } from '../http/trace-context.js';
import { calledOperation, subjectsOf, type Message } from './called-operation.js';
import { McpExchange, isTooMany, type ExchangeParts } from './mcp-exchange.js';
import { noteFailure } from './note-failure.js';
import { serverFor } from './mcp-server.js';
import { protocolMessage } from './mcp.operations.js';
import { requireOwnOrigin } from './own-origin.js';

/** The address of the MCP endpoint for credentials (Model Context Protocol, Streamable HTTP). */
export const MCP_PATH = '/mcp';

/** The parts that the routes need. */
export interface McpRouteParts extends ExchangeParts {
  environment: Environment;
  /** Null where the environment accepts no access tokens. */
  oauth: OauthEntrance | null;
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
      const { message, readOnly } = counted(parts, known.context, () => {
        requireOwnOrigin(request.headers, parts.origins);
        return { message: messageOf(request), readOnly: readOnlyOf(request) };
      });
      const exchange = new McpExchange(parts, { ...known, readOnly });
      const operation = calledOperation(exchange, message);
      if (operation === null) count(parts, known.context);
      else {
        const refusal = exchange.admit(operation);
        // A tool's refusal is told to the model, others have no place in a result.
        if (isTooMany(refusal) && message.method !== 'tools/call') throw refusal;
        if (exchange.wantsScope(operation)) {
          known.context.subjects = subjectsOf(message);
          throw refusal;
        }
      }
      if (message.method === 'subscriptions/listen') return noSuchMethod(reply, message);
      const authInfo: AuthInfo = { token: '', clientId: exchange.caller.credentialId, scopes: [] };
      exchanges.set(authInfo, exchange);
      const answer = await handler.fetch(webRequest(request), { authInfo, parsedBody: message });
      const text = await answer.text();
      noteFailure(known.context, text);
      for (const [name, value] of answer.headers) if (name !== 'connection') void reply.header(name, value);
      return reply.code(answer.status).send(text);
    },
  );
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

/** `?readonly=1` narrows what the credential may do, never widens it. */
function readOnlyOf({ query }: FastifyRequest): boolean {
  const { readonly: asked = '0', ...others } = query as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidRequest(unknown, 'is not a parameter of this address');
  if (asked !== '0' && asked !== '1') throw invalidRequest('readonly', 'must be 0 or 1');
  return asked === '1';
}

/** One message: a batch would be answered as one interaction. */
function messageOf(request: FastifyRequest): Message {
  const message = parseJsonBody(request.body);
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalidRequest('', 'must be one JSON-RPC message');
}

/** Its answer would never end. */
function noSuchMethod(reply: FastifyReply, { id = null }: Message): FastifyReply {
  const error = { code: -32601, message: 'Method not found' };
  return reply
    .code(404)
    .header('content-type', JSON_MEDIA)
    .send(JSON.stringify({ jsonrpc: '2.0', id, error }));
}

/** The request as the Fetch standard has it; its body was read already. */
function webRequest({ headers, body }: FastifyRequest): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The handler needs no credential.
    if (value !== undefined && name !== 'authorization') fields.set(name, String(value));
  }
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: fields,
    body: (body as Buffer).toString('utf8'),
  });
}
