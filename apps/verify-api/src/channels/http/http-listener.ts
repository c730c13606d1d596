import { createServer, type Server, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions, Server as TlsServer } from 'node:tls';
import { ServiceError, type ErrorCode } from '@service/contracts';
import type { AddressRanges } from '@service/platform/addresses';
import { boundConnections, type ConnectionBounds } from '@service/platform/connections';
import { peerAddress, rememberPeer } from './client-address.js';
import { allowOrigins } from './cross-origin.js';
import { rawErrorAnswer } from './error-answer.js';
import type { RequestHandler } from './request-handler.js';

export interface HttpListenerOptions extends ConnectionBounds {
  /** Undefined for all interfaces. */
  host: string | undefined;
  /** 0 for any free port. */
  port: number;
  /** Whether other processes may listen on the port too; the system then distributes connections (Linux). */
  sharePort: boolean;
  /** Null for http. */
  tls: SecureContextOptions | null;
  /** Proxies whose `X-Forwarded-For` is trusted; without TLS, only they and this machine may connect. */
  proxies: AddressRanges;
  /** Origins whose pages may use the API; `*` for all. */
  corsOrigins: readonly string[];
  /** Milliseconds for which a connection may have no request. */
  idleTimeout: number;
  /** Milliseconds for a request to arrive completely. */
  requestTimeout: number;
  /** Milliseconds that running requests have to finish when the listener closes. */
  drainTimeout: number;
}

const IDLE_CHECK = 50;
/** Most milliseconds for which waiting connections are accepted before the listener closes: new ones may never stop coming. */
const LAST_ACCEPTS = 1_000;

/** Tells browsers to use only https for a year (RFC 6797). */
const ONLY_HTTPS = { 'strict-transport-security': 'max-age=31536000' };

/** The listener for clients: connections, time limits, TLS, origins, and requests that cannot be parsed. */
export class HttpListener {
  private readonly server: Server;
  private draining = false;

  constructor(
    handle: RequestHandler,
    private readonly options: HttpListenerOptions,
  ) {
    const lead: RequestHandler = (request, response) => {
      if (isClosing(request)) return;
      closeGently(request);
      if (this.draining) response.setHeader('connection', 'close');
      handle(request, response);
    };
    const open = allowOrigins(options.corsOrigins, lead);
    const take = options.tls === null ? open : strictTransportSecurity(open);
    this.server = makeServer(options);
    boundConnections(this.server, take, options);
    this.server.on('clientError', (error: UnreadableError, socket: Socket) => {
      refuseUnreadable(error, socket, options.tls === null ? {} : ONLY_HTTPS);
    });
    this.server.on(options.tls === null ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.admit(socket);
    });
  }

  /** Starts to listen and returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      const { host, port, sharePort } = this.options;
      this.server.listen({ host, port, reusePort: sharePort }, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Goes on answering, and closes each connection after its next answer. */
  drain(): void {
    this.draining = true;
  }

  /** Accepts no more connections; resolves when the last request is answered or has timed out. */
  async close(): Promise<void> {
    await this.acceptWaiting();
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => this.server.closeAllConnections(), this.options.drainTimeout);
      // A keep-alive connection becomes idle when its last answer is sent.
      const idle = setInterval(() => this.server.closeIdleConnections(), IDLE_CHECK);
      this.server.close(() => {
        clearTimeout(late);
        clearInterval(idle);
        resolve();
      });
      this.server.closeIdleConnections();
    });
  }

  /** Accepts connections that came while the event loop was busy: the system would reset them. */
  private async acceptWaiting(): Promise<void> {
    const until = performance.now() + LAST_ACCEPTS;
    let [accepted, seen] = [0, 0];
    const note = () => (accepted += 1);
    this.server.on('connection', note);
    do {
      seen = accepted;
      // The turn under way may have looked for connections already, so that only the next one does for sure.
      for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    } while (accepted > seen && performance.now() < until);
    this.server.off('connection', note);
  }

  /** Uses another certificate for new connections. */
  setSecureContext(context: SecureContextOptions): void {
    (this.server as Server & Partial<TlsServer>).setSecureContext?.(context);
  }

  private admit(socket: Socket): void {
    const { tls, proxies } = this.options;
    const address = peerAddress(socket);
    if (tls === null && !isLoopback(address) && !proxies.has(address)) socket.destroy();
    else rememberPeer(socket, proxies);
  }
}

function makeServer({ tls, requestTimeout, idleTimeout }: HttpListenerOptions): Server {
  const options = {
    maxHeaderSize: 16_384,
    requestTimeout,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: idleTimeout,
    // Node would refuse a missing Host with an empty answer; the applications explain the error.
    requireHostHeader: false,
  };
  if (tls === null) return createServer(options);
  const secure = { ...tls, handshakeTimeout: requestTimeout, ALPNProtocols: ['http/1.1'] };
  const server = createTlsServer({ ...options, ...secure });
  // A client whose TLS handshake failed could not read an answer.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

function strictTransportSecurity(take: RequestHandler): RequestHandler {
  return (request, response) => {
    for (const [name, value] of Object.entries(ONLY_HTTPS)) response.setHeader(name, value);
    take(request, response);
  };
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

const UNREADABLE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

type UnreadableError = NodeJS.ErrnoException & {
  /** The parser's explanation. */
  reason?: string;
};

function refuseUnreadable(error: UnreadableError, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  socket.end(rawErrorAnswer(toServiceError(error), headers));
}

function toServiceError({ code = '', reason }: UnreadableError): ServiceError {
  const known = UNREADABLE[code];
  if (known !== undefined) return new ServiceError(known);
  return new ServiceError('request.malformed', {
    message: `The request is not well-formed HTTP/1.1${reason === undefined ? '' : ` (${reason})`}.`,
  });
}

/**
 * Lets a client read the last answer on its connection. Node closes a connection together with that answer; a client that is
 * still sending is then reset, and loses what it has not read (RFC 9112, section 9.6). So only this side is closed until the
 * request has arrived, for which it has as long as any other.
 */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  const close = (): void => Socket.prototype.destroySoon.call(socket);
  socket.destroySoon = () => {
    if (request.complete) {
      close();
      return;
    }
    socket.end();
    request.once('end', close).resume();
  };
}

/** Whether the connection of a request has had its last answer. Requests after it must not be carried out. */
export function isClosing({ socket }: IncomingMessage): boolean {
  return socket.writableEnded;
}
