import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

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
