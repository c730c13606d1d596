import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Environment, ErrorCode } from '@service/contracts';
import { rawErrorAnswer } from './error-answer.js';

/** Takes a request of one environment. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface FrontDoorOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Milliseconds for a request to arrive whole. */
  requestTimeout: number;
  /** Milliseconds for the requests under way when the door closes. */
  drainTimeout: number;
}

const TOKEN_ENVIRONMENT = /^bearer +svc_(?:audit_|op_)?(dev|prod)_/i;
const PREFIXES: Readonly<Record<string, Environment>> = { dev: 'development', prod: 'production' };

/**
 * The one listener of a process. Reads the credential's prefix and hands the request to that environment's
 * application, which can reach nothing of the other; what names no environment goes to the first.
 */
export class FrontDoor {
  private readonly server: Server;

  constructor(
    private readonly handlers: ReadonlyMap<Environment, RequestHandler>,
    private readonly options: FrontDoorOptions,
  ) {
    const [first] = handlers.values();
    if (first === undefined) throw new TypeError('A front door needs an environment to lead to.');
    const take: RequestHandler = (request, response) => this.handlerOf(request, first)(request, response);
    this.server = createServer(
      { maxHeaderSize: 16_384, requestTimeout: options.requestTimeout, connectionsCheckingInterval: 1_000 },
      take,
    );
    this.server.on('checkExpectation', take);
    this.server.on('clientError', refuseUnreadable);
  }

  /** Starts to listen and answers the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.options.port, this.options.host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Takes no more connections and resolves when the last request is answered or too late. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => this.server.closeAllConnections(), this.options.drainTimeout);
      this.server.close(() => {
        clearTimeout(late);
        resolve();
      });
      this.server.closeIdleConnections();
    });
  }

  private handlerOf(request: IncomingMessage, first: RequestHandler): RequestHandler {
    const named = TOKEN_ENVIRONMENT.exec(request.headers.authorization ?? '')?.[1];
    const environment = named === undefined ? undefined : PREFIXES[named];
    return (environment && this.handlers.get(environment)) ?? first;
  }
}

const UNREADABLE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  socket.end(rawErrorAnswer(UNREADABLE[error.code ?? ''] ?? 'request.malformed'));
}
