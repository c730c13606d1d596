import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are handled at a time. */
const MOST_OPEN = 8;
/** Requests that wait on all connections together, at about 3 KB each; a connection that brings more is closed. */
const MOST_WAITING = 20_000;

interface Connection {
  readonly open: Set<ServerResponse>;
  /** Requests that had been read when the socket was paused: as many as fit into 64 KiB. */
  readonly waiting: [IncomingMessage, ServerResponse][];
  isScheduled: boolean;
}

/**
 * Handles the requests of each connection a few at a time, and meanwhile reads no more from its socket. Answers have the
 * order of the requests in any case (RFC 9112, section 9.3.2).
 */
export class ConnectionTurns {
  private readonly connections = new WeakMap<Socket, Connection>();
  private readonly onAnswered: (this: ServerResponse) => void;
  private waiting = 0;

  constructor(
    private readonly handler: RequestListener,
    private readonly mostWaiting = MOST_WAITING,
  ) {
    const answered = (response: ServerResponse): void => this.answered(response);
    // One listener for all answers: a closure for each would cost every request.
    this.onAnswered = function () {
      answered(this);
    };
  }

  /** Whether an answer of the connection is under way. */
  isBusy(socket: Socket): boolean {
    return (this.connections.get(socket)?.open.size ?? 0) > 0;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.connections.get(socket) ?? this.meet(socket);
    if (connection.waiting.length === 0 && connection.open.size < MOST_OPEN)
      this.handle(connection, request, response);
    else if (this.waiting >= this.mostWaiting) socket.destroy();
    else {
      this.waiting += 1;
      connection.waiting.push([request, response]);
      socket.pause();
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
    if (connection.waiting.length === 0 || connection.isScheduled) return;
    connection.isScheduled = true;
    // In the same turn of the event loop, hundreds of quick answers would follow each other.
    setImmediate(() => this.handleNext(response.req.socket, connection));
  }

  private handleNext(socket: Socket, connection: Connection): void {
    connection.isScheduled = false;
    const { open, waiting } = connection;
    const next = waiting.splice(0, MOST_OPEN - open.size);
    this.waiting -= next.length;
    if (waiting.length === 0) socket.resume();
    for (const [request, response] of next) this.handle(connection, request, response);
  }

  private meet(socket: Socket): Connection {
    const connection: Connection = { open: new Set(), waiting: [], isScheduled: false };
    this.connections.set(socket, connection);
    // Node resumes a socket when the body of an earlier request is read.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => this.closed(socket, connection));
    return connection;
  }

  private closed(socket: Socket, { open, waiting }: Connection): void {
    this.connections.delete(socket);
    this.waiting -= waiting.splice(0).length;
    // Node tells this only the first of a connection's answers.
    for (const response of open) {
      response.destroy();
      response.emit('close');
    }
  }
}
