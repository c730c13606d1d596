import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { closeGently, isClosing } from './http-listener.js';

/** More than the buffers of both sides hold. */
const CHUNK = 'x'.repeat(0x10000);
const CHUNKS = 300;
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const END = '0\r\n\r\n';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener, requestTimeout = 60_000): Promise<number> {
  server = createServer({ requestTimeout, connectionsCheckingInterval: 100 }, (request, response) => {
    if (isClosing(request)) return;
    closeGently(request);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Answers as soon as the first part of a body is there, and with the last answer on the connection. */
const early: RequestListener = (request, response) => {
  request.once('data', () => response.writeHead(413, { connection: 'close' }).end('too large'));
};

/** Sends parts one after the other, whatever is answered meanwhile, and then reads. @returns what was answered, and how it
 *  ended. */
async function sendAll(port: number, parts: Iterable<string>): Promise<{ answer: string; error?: string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  const result: { answer: string; error?: string } = { answer: '' };
  const closed = once(socket, 'close');
  socket.on('error', ({ message }) => (result.error = message));
  socket.write(HEAD);
  for (const part of parts) {
    if (socket.destroyed) break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.setEncoding('utf8').on('data', (part: string) => (result.answer += part));
  await closed;
  return result;
}

const body = [...Array.from({ length: CHUNKS }, () => `10000\r\n${CHUNK}\r\n`), END];

it('lets a client that sends its whole request first read the answer that came early', async () => {
  const { answer, error } = await sendAll(await serve(early), body);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n[^]*too large/i);
  expect(error).toBeUndefined();
});

/** A client that was answered early, and its connection at the server. */
async function answeredEarly(port: number): Promise<{ client: Socket; connection: Socket }> {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [connection] = (await once(server as Server, 'connection')) as [Socket];
  client.write(HEAD + body[0]);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(String(answer)).toContain('413');
  expect(connection.destroyed).toBe(false);
  return { client, connection };
}

const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

it('carries out nothing that follows the last answer', async () => {
  const methods: string[] = [];
  const port = await serve((request, response) => {
    methods.push(String(request.method));
    early(request, response);
  });
  const { client, connection } = await answeredEarly(port);
  client.write(`${END}DELETE / HTTP/1.1\r\nHost: a\r\n\r\n`);
  await closing(connection);
  client.destroy();
  expect(methods).toEqual(['POST']);
});

it('waits for the rest of a request no longer than for any other', async () => {
  const { client, connection } = await answeredEarly(await serve(early, 500));
  await closing(connection);
  client.destroy();
});

it('goes on with a connection whose answer is not the last', async () => {
  const port = await serve(
    (request, response) => void request.resume().on('end', () => response.end('one of two')),
  );
  const last = 'DELETE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const { answer } = await sendAll(port, [END + last]);
  expect(answer.match(/one of two/g)).toHaveLength(2);
});
