import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RecordVerification, type ClientOptions } from '../index.js';

/** A request as it arrived. */
export interface Arrived {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** What the server does with a request. */
export type Step = (response: ServerResponse, request: Arrived) => void;

/** A server that answers each request with the next step of a script; the last step is repeated. */
export class ScriptedServer {
  readonly arrived: Arrived[] = [];
  #steps: Step[] = [];
  readonly #server: Server = createServer((request, response) => {
    // A kept connection may close just as the next request is sent; that request is then sent twice.
    response.shouldKeepAlive = false;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      const arrived = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) } as Arrived;
      this.arrived.push(arrived);
      const step = this.#steps.length > 1 ? this.#steps.shift() : this.#steps[0];
      step?.(response, arrived);
    });
  });

  static async start(): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what arrived, and answers by these steps from now on. */
  script(...steps: Step[]): void {
    this.arrived.length = 0;
    this.#steps = steps;
  }

  /** A client that does not pause before it repeats a request. */
  client(options: Partial<ClientOptions> = {}): RecordVerification {
    return new RecordVerification({
      baseUrl: this.baseUrl,
      token: 'svc_dev_secret',
      backoff: () => 0,
      ...options,
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Answers with JSON. */
export function answers(body: unknown, status = 200, headers: { [name: string]: string } = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Refuses as the service does. */
export function refuses(
  status: number,
  code: string,
  headers: { [name: string]: string } = {},
  members: object = {},
): Step {
  const error = {
    code,
    message: `Refused: ${code}.`,
    request_id: 'req_refused',
    docs: `/docs/errors#${code}`,
  };
  return answers({ error: { ...error, ...members } }, status, headers);
}

/** Cuts the connection: before the answer, or in the middle of its body. */
export function cuts(where: 'before' | 'within'): Step {
  return (response) => {
    if (where === 'within') response.writeHead(200, { 'content-length': '100' }).write('{"id":');
    // What was written leaves first.
    setImmediate(() => response.destroy());
  };
}
