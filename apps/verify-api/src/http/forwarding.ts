import {
  Agent,
  request as sendRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { UnavailableError, newId } from '@service/contracts';
import type { OutageLog } from '@service/platform/scheduling';
import { errorBody } from '../operations/error-body.js';
import { CLIENT_ADDRESS, clientAddress } from './client-address.js';
import { variesBy } from './vary.js';
import { NO_SNIFFING, errorHeaders } from './error-answer.js';
import type { RequestHandler } from './request-handler.js';

/** Fields of one connection (RFC 9110, section 7.6.1), trailers, which are dropped, and the field that no client may set. */
const NOT_FORWARDED = new Set(['connection', 'keep-alive', 'proxy-connection', 'trailer', CLIENT_ADDRESS]);
/** Fields of an answer that this process sets for its own connection. */
const NOT_RETURNED = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Passes requests on to the process of an environment, which listens on a socket file. */
export class Forwarding {
  private readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 1_024, scheduling: 'lifo' });

  /** @param outage learns which requests the other process answers, and which it does not. */
  constructor(
    private readonly socketPath: string,
    private readonly outage: Pick<OutageLog, 'seen' | 'over'>,
  ) {}

  /** Closes the connections to the other process. */
  close(): void {
    this.agent.destroy();
  }

  /**
   * Passes a request and its answer on as they arrive. Bodies are not read: each side waits for the other one. An
   * answer `service.unavailable` stands for one that the other process does not give.
   */
  readonly handle: RequestHandler = (request, response) => {
    const onward = this.begin(request);
    if (onward === null) {
      answerUnavailable(response);
      return;
    }
    let isAnswered = false;
    onward.on('response', (answer) => {
      this.outage.over();
      response.sendDate = false;
      const fields = returnedFields(answer, response.getHeader('vary'));
      response.writeHead(answer.statusCode as number, answer.statusMessage, fields);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
      // An answer can be complete before its request is: the rest of the body is read here and thrown away.
      answer.on('end', () => {
        isAnswered = true;
        if (request.complete) return;
        request.unpipe(onward).resume();
        onward.destroy();
      });
    });
    onward.on('error', (error) => {
      if (isAnswered || response.destroyed) return;
      this.outage.seen(error);
      if (response.headersSent) response.destroy();
      else answerUnavailable(response);
    });
    // The client has gone away, or the answer is complete.
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    if (hasBody(request)) request.pipe(onward);
    else onward.end();
  };

  /** Null where Node does not send what it has read: no request may end this process. */
  private begin(request: IncomingMessage): ClientRequest | null {
    const { method = 'GET', url = '/' } = request;
    const { agent, socketPath } = this;
    try {
      return sendRequest({ socketPath, agent, method, path: url, headers: forwardedFields(request) });
    } catch (error) {
      this.outage.seen(error);
      return null;
    }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** All fields as they were sent, repeated ones too: the other process checks them. */
function forwardedFields(request: IncomingMessage): string[] {
  const { rawHeaders, headers, httpVersion } = request;
  // First: should the other process read only a number of fields, it reads this one.
  const fields: string[] = [CLIENT_ADDRESS, clientAddress({ raw: request, headers })];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const value = rawHeaders[index + 1] as string;
    if (NOT_FORWARDED.has(name.toLowerCase()) || isContinued(name, value)) continue;
    fields.push(name, value);
  }
  // Only HTTP/1.1, which the request is forwarded as, demands a Host.
  if (headers.host === undefined && httpVersion === '1.0') fields.push('Host', '');
  // Node would send an empty chunked body otherwise.
  if (!hasBody(request) && headers['content-length'] === undefined) fields.push('Content-Length', '0');
  return fields;
}

/** Whether a field asks for what this process has answered already: 100 Continue. */
function isContinued(name: string, value: string): boolean {
  return name.length === 6 && name.toLowerCase() === 'expect' && value.toLowerCase() === '100-continue';
}

/** @param varies `Vary` of this process, which `writeHead` would replace by that of the other one. */
function returnedFields(
  { rawHeaders }: IncomingMessage,
  varies: ReturnType<ServerResponse['getHeader']>,
): string[] {
  const fields: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const value = rawHeaders[index + 1] as string;
    const lower = name.toLowerCase();
    if (lower === 'vary') fields.push(name, variesBy(varies, value));
    else if (!NOT_RETURNED.has(lower) || (lower === 'connection' && value === 'close'))
      fields.push(name, value);
  }
  return fields;
}

function answerUnavailable(response: ServerResponse): void {
  const error = new UnavailableError({ cause: 'environment_down' });
  const requestId = newId('request');
  const body = JSON.stringify(errorBody(error, requestId));
  const fields = {
    ...NO_SNIFFING,
    'service-request-id': requestId,
    'content-length': Buffer.byteLength(body),
  };
  // The rest of the request has nowhere to go.
  response.writeHead(error.status, { ...errorHeaders(error), ...fields, connection: 'close' });
  response.end(body);
}
