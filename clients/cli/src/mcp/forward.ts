import { isObject, parseJson } from '../json.js';
import { readBounded } from '../read-bounded.js';
import { codeOf, failure, type Message } from './message.js';

/** The endpoint of a bridge. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

const VERSION_OF_MESSAGE = 'io.modelcontextprotocol/protocolVersion';

/** Milliseconds for an answer; the service gives up earlier. */
const TIMEOUT = 60_000;

/** Most bytes of an answer: far above twenty full verifications or a record's evidence. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

const UNREACHABLE = 'The service cannot be reached, or did not answer in time.';
const TOO_LONG = `The service’s answer is longer than ${LONGEST_ANSWER} bytes.`;
const UNREADABLE = 'The service did not answer this message.';

/** Forwards messages to an MCP endpoint (Streamable HTTP), of both revisions of the protocol. */
export class Forwarder {
  /** The revision of 2025 that `initialize` agreed on; undefined while messages name their own revision. */
  private agreed: string | undefined;

  constructor(private readonly endpoint: Endpoint) {}

  /** The answer to a message, with its id; null for a notification. Failures become errors in the answer. */
  async forward(message: Message): Promise<Message | null> {
    const answer = await this.post(message).catch(() => failure(message, UNREACHABLE));
    if (message.id === undefined) return null;
    if (!isAnswerTo(answer, message)) return failure(message, UNREADABLE);
    const version = answer.result?.['protocolVersion'];
    if (typeof version === 'string') this.agreed = version;
    return answer;
  }

  private async post(message: Message): Promise<unknown> {
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
    const bytes = await readBounded(response, LONGEST_ANSWER);
    if (bytes === null) return failure(message, TOO_LONG);
    const text = bytes.toString('utf8');
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const answer = parseJson(isStream ? lastEventOf(text) : text);
    if (isObject(answer) && answer['jsonrpc'] === '2.0') return answer;
    return failure(message, `The service refused the message: HTTP ${response.status}.`, codeOf(answer));
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

/** Whether a message answers another. A service could instead answer a different call, or send a request. */
function isAnswerTo(answer: unknown, { id }: Message): answer is Message {
  if (!isObject(answer) || answer['id'] !== id || 'method' in answer) return false;
  return isObject(answer['result']) !== isObject(answer['error']);
}

/** The data of a stream's last event (WHATWG HTML, "Server-sent events"): a stateless service sends one. */
function lastEventOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  return lines.at(-1)?.slice('data: '.length) ?? '';
}
