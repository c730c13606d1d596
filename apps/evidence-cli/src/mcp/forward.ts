import { reasonOf } from '../errors.js';

/** A message of JSON-RPC 2.0. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { code: number; message: string; data?: unknown };
}

/** Where a bridge forwards messages to. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

const VERSION_OF_MESSAGE = 'io.modelcontextprotocol/protocolVersion';

/** Milliseconds for an answer; the service gives up earlier. */
const TIMEOUT = 60_000;

/** Forwards messages to an MCP endpoint (Streamable HTTP), of both revisions of the protocol. */
export class Forwarder {
  /** The revision of 2025 that `initialize` agreed on; undefined for messages that name their own. */
  private agreed: string | undefined;

  constructor(private readonly endpoint: Endpoint) {}

  /** The answer to a message; null where it wants none. What keeps it from being answered becomes an error. */
  async forward(message: Message): Promise<Message | null> {
    try {
      const answer = await this.post(message);
      if (message.id === undefined) return null;
      const version = answer?.result?.['protocolVersion'];
      if (typeof version === 'string') this.agreed = version;
      return answer ?? failure(message, 'The service answered nothing.');
    } catch (error) {
      return message.id === undefined
        ? null
        : failure(message, `The service cannot be reached: ${reasonOf(error)}.`);
    }
  }

  private async post(message: Message): Promise<Message | null> {
    const response = await fetch(this.endpoint.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.endpoint.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.headersOf(message),
      },
      body: JSON.stringify(message),
      // The token is for this endpoint alone.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await response.text();
    if (text === '') return null;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const answer = JSON.parse(isStream ? lastEventOf(text) : text) as Message;
    if (answer.jsonrpc === '2.0') return answer;
    return failure(message, `The service refused the message: HTTP ${response.status}.`, answer);
  }

  /** The headers that repeat what a message says (MCP 2026-07-28, "Standard Headers"). */
  private headersOf({ method = '', params = {} }: Message): Record<string, string> {
    const meta = (params['_meta'] ?? {}) as Readonly<Record<string, unknown>>;
    const version = meta[VERSION_OF_MESSAGE];
    if (typeof version !== 'string')
      return this.agreed === undefined ? {} : { 'mcp-protocol-version': this.agreed };
    const name = params['name'] ?? params['uri'];
    return {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    };
  }
}

/** The data of a stream's last event (WHATWG HTML, "Server-sent events"): a stateless service sends one. */
function lastEventOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  return lines.at(-1)?.slice('data: '.length) ?? '';
}

/** An error that the bridge itself answers with. */
export function failure({ id }: Message, message: string, data?: unknown): Message {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message, ...(data === undefined ? {} : { data }) } };
}
