import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressRanges } from '@service/platform/addresses';
import { eventually } from '@service/testing';
import { HttpListener, type HttpListenerOptions } from './http-listener.js';
import type { RequestHandler } from './request-handler.js';

const fixture = (name: string) => readFileSync(resolve('test/support/tls', name), 'utf8');

let listener: HttpListener | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener?.close();
  listener = undefined;
});

async function listen(handler: RequestHandler, options: Partial<HttpListenerOptions> = {}): Promise<number> {
  listener = new HttpListener(handler, {
    host: '127.0.0.1',
    port: 0,
    sharePort: false,
    tls: null,
    proxies: AddressRanges.read([]),
    corsOrigins: [],
    maxConnections: 100,
    idleTimeout: 65_000,
    requestTimeout: 10_000,
    stallTimeout: 10_000,
    drainTimeout: 1,
    ...options,
  });
  return listener.listen();
}

function client(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('a connection with many requests', () => {
  it('has only a few of them handled at a time, and each is answered in its turn', async () => {
    let open = 0;
    let most = 0;
    const port = await listen(({ url }, response) => {
      open += 1;
      most = Math.max(most, open);
      response.prependOnceListener('close', () => (open -= 1));
      setImmediate(() => response.end(`[${url}]`));
    });
    const socket = client(port);
    const requests = Array.from({ length: 5_000 }, (_, index) =>
      index % 2 === 0 ? get(`/${index}`) : post(`/${index}`, 'x'.repeat(100)),
    );
    let answers = '';
    const answered = new Promise<void>((done) => {
      socket.setEncoding('latin1').on('data', (part: string) => {
        answers += part;
        if (answers.includes(`[/${requests.length - 1}]`)) done();
      });
    });
    socket.write(requests.join(''));
    await answered;
    expect(answers.match(/\[\/\d+\]/g)).toEqual(requests.map((_, index) => `[/${index}]`));
    expect(most).toBe(8);
  });

  it('leaves turns of the event loop to others, together with as many like it', async () => {
    const held: ServerResponse[] = [];
    let isHolding = true;
    let answered = 0;
    let inTurn = 0;
    let most = 0;
    const port = await listen((_request, response) => {
      if (isHolding) return void held.push(response);
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      most = Math.max(most, inTurn);
      answered += 1;
      response.end();
    });
    for (let count = 0; count < 50; count += 1) client(port).resume().write(get('/').repeat(20));
    await eventually(() => expect(held).toHaveLength(50 * 8));
    isHolding = false;
    for (const response of held) response.end();
    await eventually(() => expect(answered).toBe(50 * 12));
    expect(most).toBeLessThanOrEqual(8);
  });

  it('is not read on while they are open', async () => {
    const port = await listen(() => undefined);
    const socket = client(port);
    socket.write(get('/').repeat(400_000));
    await eventually(() => expect(socket.bytesWritten).toBeGreaterThan(0));
    // What the kernel has no room for stays here.
    await new Promise((done) => setImmediate(done));
    expect(socket.writableLength).toBeGreaterThan(0);
  });

  it('tells each handler that its client has gone', async () => {
    let handled = 0;
    let told = 0;
    const port = await listen((_request, response) => {
      handled += 1;
      response.once('close', () => (told += 1));
    });
    const socket = client(port);
    socket.write(get('/').repeat(8));
    await eventually(() => expect(handled).toBe(8));
    socket.destroy();
    await eventually(() => expect(told).toBe(8));
    expect(handled).toBe(8);
  });
});

describe.each(['HTTP', 'HTTPS'])('an answer over %s', (scheme) => {
  it('ends when its client reads nothing of it', async () => {
    const isSecure = scheme === 'HTTPS';
    const tls = isSecure ? { cert: fixture('first.pem'), key: fixture('first.key.pem') } : null;
    let closed = false;
    const port = await listen(
      (_request, response) => {
        response.once('close', () => (closed = true)).end('x'.repeat(20_000_000));
      },
      { tls, stallTimeout: 50 },
    );
    const socket = isSecure
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connect({ port, host: '127.0.0.1' });
    sockets.push(socket.on('error', () => undefined));
    socket.pause();
    socket.write(get('/'));
    await eventually(() => expect(closed).toBe(true));
  });
});

describe('a listener', () => {
  it('waits for an answer that is still being prepared', async () => {
    const timedOut: Promise<unknown>[] = [];
    const port = await listen(
      (request, response) => {
        timedOut.push(once(request.socket, 'timeout').then(() => response.end('late')));
      },
      { stallTimeout: 20 },
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect([await answer.text(), timedOut.length]).toEqual(['late', 1]);
  });

  it('closes idle connections where there would be too many', async () => {
    const port = await listen((_request, response) => void response.end('answered'), { maxConnections: 2 });
    const idle = [client(port), client(port)];
    for (const socket of idle) {
      socket.write(get('/'));
      await once(socket, 'data');
    }
    const closed = idle.map((socket) => once(socket.resume(), 'close'));
    client(port);
    await Promise.all(closed);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('answered');
  });
});
