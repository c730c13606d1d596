import type { IncomingHttpHeaders } from 'node:http';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyInstance } from 'fastify';
import { agreedNow, ServiceError } from '@service/contracts';
import type { TokenSubject } from '../../admission/authentication/oauth/access-token.js';
import { MCP_PATH } from '../../admission/authentication/oauth/oauth-terms.js';
import type { TokenVerifier } from '../../admission/authentication/oauth/token-verifier.js';
import { askingOf } from '../http/admit-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { JSON_MEDIA } from '../http/media-types.js';
import { traceOf } from '../http/request-trace.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import type { RequestContext } from '../../interface/request-context.js';
import { calledOperation, calledTool, subjectsOf, type Message } from './called-operation.js';
import { McpExchange, isTooMany, type ExchangeParts } from './mcp-exchange.js';
import { McpProtocol, type ProtocolAnswer } from './mcp-protocol.js';
import { readMessage, readOnlyOf } from './mcp-requests.js';
import type { ToolCallMetrics } from './tool-call-metrics.js';

/** The operation of messages that call no other, such as those that list tools or read a prompt. */
const protocolMessage: AdmittedOperation = { name: 'mcp.message', access: 'any', kind: 'read' };

/** The parts that the routes need. */
export interface McpRouteParts extends ExchangeParts {
  /** Null where no access tokens are accepted. */
  oauth: OauthEntrance | null;
  toolCalls: ToolCallMetrics;
  /** Version of the service. */
  version: string;
  /** Origins whose pages may call the service, in addition to this machine's. */
  origins: readonly string[];
}

/** Verifies access tokens. */
interface OauthEntrance {
  verifier: Pick<TokenVerifier, 'subjectOf'>;
  /** Address of the metadata that name their issuer. */
  metadata: string;
}

/**
 * MCP over Streamable HTTP, without sessions: each message carries its credential or access token and is one interaction.
 * Answers go through Fastify's reply, so that limits, history and request ids work as on all routes.
 */
export function addMcpRoute(server: FastifyInstance, parts: McpRouteParts): void {
  const { oauth } = parts;
  const protocol = new McpProtocol(parts.version);
  server.post(
    MCP_PATH,
    {
      config: {
        produces: [JSON_MEDIA, 'text/event-stream'],
        ...(oauth === null ? {} : { resourceMetadata: oauth.metadata }),
      },
    },
    async (request, reply) => {
      const subject = await oauth?.verifier.subjectOf(request.headers.authorization, agreedNow());
      const known = await parts.admission.onceKnown(() => identified(parts, request, subject));
      const { context } = known;
      const { message, restore, readOnly } = counted(parts, context, () => {
        requireOwnOrigin(request.headers, parts.origins);
        return { ...readMessage(request.body), readOnly: readOnlyOf(request) };
      });
      const exchange = new McpExchange(parts, { ...known, readOnly });
      const answering = () =>
        measured(parts.toolCalls, message, context, () => {
          admit(parts, exchange, message);
          return protocol.answer(message, exchange, request.headers);
        });
      const { place }: GatewayRequest = request;
      const answer = await (place === undefined
        ? answering()
        : place.inTurn(answering, context.requireStillAdmitted));
      for (const [name, value] of answer.headers) if (name !== 'connection') void reply.header(name, value);
      return reply.code(answer.status).send(restore(answer.text));
    },
  );
}

/**
 * Counts a message as the operation that it calls, before any work is done for it. Most refusals are thrown when the
 * operation is called, so that they become the tool's result.
 * @throws ServiceError a refusal that a result cannot hold.
 */
function admit(parts: McpRouteParts, exchange: McpExchange, message: Message): void {
  const operation = calledOperation(exchange, message);
  const { context } = exchange.request;
  if (operation === null) return count(parts, context);
  const refusal = exchange.admit(operation);
  // The model gets a tool's refusal as the result.
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
  answer: () => Promise<ProtocolAnswer>,
): Promise<ProtocolAnswer> {
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
  admission.allow(context, protocolMessage, agreedNow());
}

/** Reads a message; an invalid one counts too. */
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
  const asking = { ...askingOf(request), channel: 'mcp', subject } as const;
  const context = admission.identify(asking, protocolMessage, agreedNow());
  return { requestId: request.id, trace: traceOf(request), context };
}

const OF_THIS_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Refuses pages of foreign origins (MCP, "Security Warning"): by DNS rebinding they could reach a service that listens on
 * this machine only.
 * @param origins those that the service allows, or `*`.
 * @throws ServiceError `request.origin_not_allowed`.
 */
function requireOwnOrigin({ origin }: IncomingHttpHeaders, origins: readonly string[]): void {
  if (origin === undefined || OF_THIS_MACHINE.test(origin)) return;
  if (origins.includes('*') || origins.includes(origin)) return;
  throw new ServiceError('request.origin_not_allowed');
}
