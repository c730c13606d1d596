import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** The name in the certificate of the service. */
export const HOST = 'records.example';
/** Milliseconds for an answer. */
const TIMEOUT = 30_000;

/** Where the service, or one of its pods, is asked. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

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

/** A client, with one connection at a time. */
export class Caller {
  private readonly endpoint: Endpoint;
  private readonly agent: Agent;

  /** @param keepAlive whether it uses its connection again. @param ca the authority that it trusts. */
  constructor(endpoint: Endpoint, ca: string, keepAlive: boolean) {
    this.endpoint = endpoint;
    this.agent = new Agent({ keepAlive, maxSockets: 1, ca, servername: HOST });
  }

  /** @throws Error where the connection breaks off. */
  async ask(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const asking = request({
      agent: this.agent,
      host: this.endpoint.address,
      port: this.endpoint.port,
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
    asking.end(text);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const certificate = (response.socket as TLSSocket).getPeerCertificate().fingerprint256;
    let all = '';
    for await (const chunk of response.setEncoding('utf8')) all += String(chunk);
    return { status: response.statusCode ?? 0, body: JSON.parse(all) as Answer['body'], certificate };
  }

  close(): void {
    this.agent.destroy();
  }
}
