import { once } from 'node:events';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server on the loopback address that counts its connections. */
export interface Receiver extends AsyncDisposable {
  port: number;
  url: string;
  /** Connections so far. */
  connections: number;
  /** Sockets that are open. */
  sockets: Set<Socket>;
}

type Answer = (...asked: Parameters<RequestListener>) => unknown;

async function listen(server: Server | HttpServer, scheme: string): Promise<Receiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1;
    sockets.add(socket.on('error', () => {}));
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    url: `${scheme}://127.0.0.1:${port}/hook`,
    connections: 0,
    sockets,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
  return receiver;
}

export function httpReceiver(answer: Answer): Promise<Receiver> {
  return listen(
    createServer((...asked) => void answer(...asked)),
    'http',
  );
}

export function tlsReceiver(options: ServerOptions, answer: Answer): Promise<Receiver> {
  return listen(
    createTlsServer(options, (...asked) => void answer(...asked)).on('tlsClientError', () => {}),
    'https',
  );
}

/** A receiver that answers with arbitrary bytes. */
export function rawReceiver(onData: (socket: Socket) => void): Promise<Receiver> {
  return listen(
    createTcpServer((socket) => socket.once('data', () => onData(socket))),
    'http',
  );
}
