import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most requests of one connection that are handled at a time. */
const MOST_OPEN = 8;
/** Requests that wait on all connections together, at about 3 KB each; a connection that brings more is closed. */
const MOST_WAITING = 20_000;
/** Waiting requests of all connections that are handled in one turn of the event loop. */
const MOST_OF_TURN = 8;

interface Connection {
  readonly socket: Socket;
  readonly open: Set<ServerResponse>;
  /** Requests that had been read when the socket was paused: as many as fit into 64 KiB. */
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Handles the requests of each connection a few at a time, and meanwhile reads no more from its socket. Answers have the
 * order of the requests in any case (RFC 9112, section 9.3.2). A request that came before the answer to the one before it waits
 * for a turn of the event loop with room: those of a few hundred connections would be a turn of seconds for all others.
 */
export class ConnectionTurns {
  private readonly connections = new WeakMap<Socket, Connection>();
  /** Those with a waiting request that may be handled, in the order of their turns. */
  private readonly ready = new Set<Connection>();
  private readonly onAnswered: (this: ServerResponse) => void;
  private waiting = 0;
  private isScheduled = false;

  constructor(private readonly handler: RequestListener) {
    const answered = (response: ServerResponse): void => this.answered(response);
    // One listener for all answers: a closure for each would cost every request.
    this.onAnswered = function () {
      answered(this);
    };
  }

  /** Whether an answer of the connection is under way. */
  isBusy(socket: Socket): boolean {
    const connection = this.connections.get(socket);
    return connection !== undefined && connection.open.size + connection.waiting.length > 0;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.connections.get(socket) ?? this.meet(socket);
    if (connection.waiting.length === 0 && connection.open.size === 0)
      this.handle(connection, request, response);
    else if (this.waiting >= MOST_WAITING) socket.destroy();
    else {
      this.waiting += 1;
      connection.waiting.push([request, response]);
      socket.pause();
      this.schedule(connection);
    }
  }

  private handle({ open }: Connection, request: IncomingMessage, response: ServerResponse): void {
    open.add(response);
    response.on('close', this.onAnswered);
    this.handler(request, response);
  }

  private answered(response: ServerResponse): void {
    const connection = this.connections.get(response.req.socket);
    if (connection === undefined) return;
    connection.open.delete(response);
    this.schedule(connection);
  }

  private schedule(connection: Connection): void {
    if (connection.waiting.length === 0 || connection.open.size >= MOST_OPEN) return;
    this.ready.add(connection);
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.handleWaiting());
  }

  /** Handles one request of each connection in turn. */
  private handleWaiting(): void {
    this.isScheduled = false;
    let left = MOST_OF_TURN;
    for (const connection of this.ready) {
      if (left === 0) break;
      left -= 1;
      this.ready.delete(connection);
      this.handleNext(connection);
      this.schedule(connection);
    }
    const [next] = this.ready;
    if (next !== undefined) this.schedule(next);
  }

  private handleNext(connection: Connection): void {
    const next = connection.waiting.shift();
    if (next === undefined) return;
    this.waiting -= 1;
    if (connection.waiting.length === 0) connection.socket.resume();
    this.handle(connection, ...next);
  }

  private meet(socket: Socket): Connection {
    const connection: Connection = { socket, open: new Set(), waiting: [] };
    this.connections.set(socket, connection);
    // Node resumes a socket when the body of an earlier request is read.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => this.closed(socket, connection));
    return connection;
  }

  private closed(socket: Socket, connection: Connection): void {
    const { open, waiting } = connection;
    this.connections.delete(socket);
    this.ready.delete(connection);
    this.waiting -= waiting.splice(0).length;
    // Node tells this only the first of a connection's answers.
    for (const response of open) {
      response.destroy();
      response.emit('close');
    }
  }
}
