import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './request-handler.js';
import { trustDoor } from './client-address.js';

/** Bytes: those that the front door lets in, and the fields that it adds. */
const MAX_HEADER_SIZE = 32_768;

/**
 * Listens on a socket file for the front door of another process, which alone may open the file. That door has done
 * what concerns connections: TLS, time-outs, limits and the address of the client.
 */
export class InnerDoor {
  private readonly server: Server;

  constructor(
    private readonly file: string,
    handle: RequestHandler,
  ) {
    const patient = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 };
    // The front door keeps connections open, and a closed one would fail the next request on it.
    const options = { ...patient, maxHeaderSize: MAX_HEADER_SIZE, requireHostHeader: false };
    this.server = createServer(options, handle);
    this.server.on('checkExpectation', handle);
    this.server.on('connection', (socket: Socket) => {
      trustDoor(socket);
      // Node would close the connection after the last answer on it, even where the front door still writes the rest of
      // the request: its write would then fail, and the answer be lost unread. The front door closes it.
      socket.destroySoon = () => void socket.end();
    });
  }

  /** Starts to listen. A file that a killed process left behind is replaced: no other process may listen on it. */
  async listen(): Promise<void> {
    await rm(this.file, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.file, resolve);
    });
    await chmod(this.file, 0o600);
  }

  /** Closes all connections, because the front door has answered everything. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
