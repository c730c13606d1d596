import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonValue } from '@service/evidence';
import { SampleService } from '../../../libs/evidence/src/testing/sample-service.js';

/** Serves verifications of `rec_1` as the service signs them, and below `/tampered` with another verdict. */
export class SampleServer {
  readonly service = SampleService.usual();
  readonly #pages: ReadonlyMap<string, string>;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  /** @param pages that it serves as well, by their paths. */
  private constructor(pages: { readonly [path: string]: string }) {
    this.#pages = new Map(Object.entries(pages));
  }

  static async start(pages: { readonly [path: string]: string } = {}): Promise<SampleServer> {
    const server = new SampleServer(pages);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    const page = this.#pages.get(url);
    if (page !== undefined) {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      response.writeHead(200, { 'content-type': type }).end(page);
      return;
    }
    if (!url.endsWith('/v1/records/verify')) {
      response.writeHead(404).end();
      return;
    }
    const asked = JSON.parse(await textOf(request)) as { [name: string]: JsonValue };
    const nonce = String(request.headers['service-nonce']);
    const answer = this.service.answer('rec_1', { nonce, request: { body: asked } });
    const body = JSON.stringify(answer.body);
    response.writeHead(200, {
      'content-type': 'application/json',
      'service-request-id': answer.request_id,
      'service-evidence-as-of': answer.as_of,
      'service-evidence-signature': answer.signature,
      'service-evidence-path': answer.path,
    });
    response.end(url.startsWith('/tampered/') ? body.replace('"passed"', '"failed"') : body);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
