import type { IncomingHttpHeaders } from 'node:http';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  createMcpHandler,
  type McpHttpHandler,
  isSpecType,
} from '@modelcontextprotocol/server';
import { ServiceError, type ErrorCode } from '@service/contracts';
import type { RequestContext } from '../../interface/request-context.js';
import type { Message } from './called-operation.js';
import type { McpExchange } from './mcp-exchange.js';
import { serverFor } from './mcp-server.js';

/** Checks the forms of the protocol's requests. `tools/call` is absent: the tool itself checks its arguments. */
const FORMS = new Map<unknown, (message: unknown) => boolean>([
  ['initialize', isSpecType.InitializeRequest],
  ['tools/list', isSpecType.ListToolsRequest],
  ['resources/list', isSpecType.ListResourcesRequest],
  ['resources/templates/list', isSpecType.ListResourceTemplatesRequest],
  ['resources/read', isSpecType.ReadResourceRequest],
  ['prompts/list', isSpecType.ListPromptsRequest],
  ['prompts/get', isSpecType.GetPromptRequest],
  ['completion/complete', isSpecType.CompleteRequest],
]);

/**
 * Whether a message has the form of its method. The SDK answers a malformed one with an internal error (-32603), which
 * the history would blame on the service.
 */
function isWellFormed(message: Message): boolean {
  return FORMS.get(message.method)?.(message) ?? true;
}

const NEEDS_BOTH =
  'The revisions of 2025 need an Accept header with both application/json and text/event-stream.';

/** The HTTP answer to a message. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

/** Answers messages as the protocol's SDK does, in both revisions. */
export class McpProtocol {
  private readonly handler: McpHttpHandler;

  /** @param version of the service. */
  constructor(version: string) {
    this.handler = createMcpHandler(
      ({ authInfo }) => serverFor(authInfo?.extra?.['exchange'] as McpExchange, version),
      { keepAliveMs: 0 },
    );
  }

  /** @throws ServiceError `request.not_acceptable`. */
  async answer(
    message: Message,
    exchange: McpExchange,
    headers: IncomingHttpHeaders,
  ): Promise<ProtocolAnswer> {
    if (message.method === 'subscriptions/listen') return noSuchMethod(message);
    const authInfo = { token: '', clientId: exchange.caller.credentialId, scopes: [], extra: { exchange } };
    const answer = await this.handler.fetch(webRequest(headers), { authInfo, parsedBody: message });
    // The SDK's own text has no request id.
    if (answer.status === 406) throw new ServiceError('request.not_acceptable', { message: NEEDS_BOTH });
    const { context } = exchange.request;
    const text = await answer.text();
    const failure = context.errorCode === null ? failureIn(text) : null;
    if (failure === INTERNAL_ERROR && !isWellFormed(message)) {
      noteFailure(context, INVALID_PARAMS);
      return invalidParams(message);
    }
    if (failure !== null) noteFailure(context, failure);
    return { status: answer.status, headers: answer.headers, text };
  }
}

/** The request in the form of the Fetch standard, without its body, which was read already. */
function webRequest(headers: IncomingHttpHeaders): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The handler needs no credential.
    if (value !== undefined && name !== 'authorization') fields.set(name, String(value));
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: fields });
}

/** Refuses to listen for changes: the answer would never end. */
function noSuchMethod(message: Message): ProtocolAnswer {
  return errorAnswer(404, message, { code: -32601, message: 'Method not found' });
}

function invalidParams(message: Message): ProtocolAnswer {
  return errorAnswer(200, message, {
    code: INVALID_PARAMS,
    message: 'The params are not those of the method.',
  });
}

function errorAnswer(status: number, { id = null }: Message, error: object): ProtocolAnswer {
  return {
    status,
    headers: [['content-type', 'application/json']],
    text: JSON.stringify({ jsonrpc: '2.0', id, error }),
  };
}

/** The history's code and status for errors of the protocol, by their codes (JSON-RPC 2.0, section 5.1). */
const FAILURES: Readonly<Record<number, [ErrorCode, status: number]>> = {
  [-32_601]: ['route.not_found', 404],
  [-32_603]: ['internal.error', 500],
};

/** The code of the JSON-RPC error that an answer carries; null where it carries a result. */
function failureIn(answer: string): number | null {
  const found = /"error":\{"code":(-\d{5})[,}]/.exec(answer);
  return found === null || answer.includes('"result":') ? null : Number(found[1]);
}

/** Notes for the history that the protocol refused a message, though HTTP may say 200. */
function noteFailure(context: RequestContext, code: number): void {
  [context.errorCode, context.status] = FAILURES[code] ?? ['request.invalid', 400];
}
