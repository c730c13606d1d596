import type { RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { ConnectionTurns } from './connection-turns.js';

/** What the connections of a server may take. */
export interface ConnectionBounds {
  /** Connections at a time. */
  maxConnections: number;
  /** Milliseconds without a byte read after which a client loses its answer; a timer looks, so it may be twice that. */
  stallTimeout: number;
}

/** Milliseconds, so that an unread answer ends within half a minute. */
export const STALL_TIMEOUT = 15_000;

/** Handles the requests of a server, which has no other handler, within bounds that one client cannot exceed. */
export function boundConnections(
  server: Server | TlsServer,
  handler: RequestListener,
  { maxConnections, stallTimeout }: ConnectionBounds,
): void {
  const turns = new ConnectionTurns(handler);
  const inTurn: RequestListener = (request, response) => turns.take(request, response);
  server.on('request', inTurn).on('checkExpectation', inTurn);
  server.maxConnections = maxConnections;
  // Clients open idle connections again.
  server.on('drop', () => server.closeIdleConnections());
  // Whatever moves on a connection restarts the timer, also a part of one large write.
  server.timeout = stallTimeout;
  server.on('timeout', (socket) => {
    // An answer that is still being prepared has nothing to read.
    if (!turns.isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });
}
