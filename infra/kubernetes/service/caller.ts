import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Endpoint, Endpoints } from './endpoints.ts';

/** The name in the certificate of the service. */
export const HOST = 'records.example';
/** Milliseconds for an answer. */
const TIMEOUT = 30_000;

/** An answer of the service, with the members that are read here. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly verified?: boolean;
    readonly error?: { readonly code: string };
    readonly evidence?: { readonly provenance: { readonly verified: boolean } };
  };
  /** SHA-256 of the server's certificate. */
  readonly certificate: string;
}

/** A client of the Service. Like one behind kube-proxy it stays with a pod as long as its connection lasts. */
export class Caller {
  private readonly endpoints: Endpoints;
  private readonly agent: Agent;
  private endpoint: Endpoint | undefined;
  /** Sockets whose end is already watched. */
  private readonly sockets = new WeakSet<object>();

  /** @param keepAlive whether it uses its connection again. @param ca the authority that it trusts. */
  constructor(endpoints: Endpoints, ca: string, keepAlive: boolean) {
    this.endpoints = endpoints;
    this.agent = new Agent({ keepAlive, maxSockets: 1, ca, servername: HOST });
  }

  /** @throws Error where no pod is ready, or the connection breaks off. */
  async ask(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Answer> {
    this.endpoint ??= this.endpoints.choose();
    if (this.endpoint === undefined) throw new Error('no pod is ready');
    return this.askAt(this.endpoint, method, path, token, body);
  }

  /** Asks one pod. */
  async askAt(
    { address, port }: Endpoint,
    method: 'GET' | 'POST',
    path: string,
    token: string,
    body?: object,
  ): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const asking = request({
      agent: this.agent,
      host: address,
      port,
      method,
      path,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        host: HOST,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    });
    asking.on('socket', (socket) => {
      if (this.sockets.has(socket)) return;
      this.sockets.add(socket);
      socket.once('close', () => (this.endpoint = undefined));
    });
    asking.end(text);
    try {
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      const certificate = (response.socket as TLSSocket).getPeerCertificate().fingerprint256;
      let all = '';
      for await (const chunk of response.setEncoding('utf8')) all += String(chunk);
      return { status: response.statusCode ?? 0, body: JSON.parse(all) as Answer['body'], certificate };
    } catch (error) {
      this.endpoint = undefined;
      throw error;
    }
  }

  close(): void {
    this.agent.destroy();
  }
}
