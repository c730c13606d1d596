import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import { Socket, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressRanges } from '@service/platform/addresses';
import { clientAddress } from './client-address.js';
import { allowOrigins } from './cross-origin.js';
import { Forwarding } from './forwarding.js';
import { FrontDoor } from './front-door.js';
import type { RequestHandler } from './request-handler.js';
import { InnerDoor } from './inner-door.js';

let directory: string;
let failures: Error[];
let answered: number;
let inner: InnerDoor | undefined;
let door: FrontDoor;
let forwarding: Forwarding;
let port: number;
/** What the other process was asked. */
let asked: { message: IncomingMessage; body: string }[];

beforeEach(async () => {
  [failures, asked, answered, inner] = [[], [], 0, undefined];
  directory = await mkdtemp(join(tmpdir(), 'forwarding-'));
  const path = join(directory, 'gateway.sock');
  forwarding = new Forwarding(path, {
    seen: (error) => void failures.push(error as Error),
    over: () => void (answered += 1),
  });
  const proxies = AddressRanges.read(['127.0.0.1']);
  const options = { host: '127.0.0.1', port: 0, sharePort: false, tls: null, proxies, corsOrigins: [] };
  door = new FrontDoor(new Map([['development', forwarding.handle]]), {
    ...options,
    requestTimeout: 500,
    drainTimeout: 1_000,
  });
  port = await door.listen();
});

afterEach(async () => {
  await door.close();
  await inner?.close();
  forwarding.close();
  await rm(directory, { recursive: true });
});

const echo: RequestHandler = (request, response) => {
  const answer = (body: string) => {
    asked.push({ message: request, body });
    response.setHeader('X-Twice', ['1', '2']);
    response.end(`${request.method} ${request.url} ${body}`);
  };
  void text(request).then(answer, () => undefined);
};

async function open(handle: RequestHandler = echo): Promise<void> {
  inner = new InnerDoor(join(directory, 'gateway.sock'), handle);
  await inner.listen();
}

/** Sends lines of a head and a body, and reads until the door ends the connection. */
async function exchange(lines: string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

const fieldsOf = (index = 0) => {
  const raw = asked[index]?.message.rawHeaders ?? [];
  return raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []));
};

describe('an answer that is forwarded', () => {
  it('varies by what this process and what the other one looked at', async () => {
    await open((_request, response) => void response.setHeader('Vary', 'Accept-Encoding').end());
    const handle = allowOrigins(['https://page.example'], forwarding.handle);
    const server = createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/records`);
    server.closeAllConnections();
    server.close();
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
  });
});

describe('a request that is forwarded', () => {
  it('arrives with its fields as they were sent, but for those of its connection', async () => {
    await open();
    const lines = ['Host: a', 'host: b', 'X-A: 1', 'x-a: 2', 'Connection: close', 'Keep-Alive: x'];
    const answer = await exchange(['GET /a?b=%00 HTTP/1.1', ...lines]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('GET /a?b=%00 ');
    expect(answer.match(/^x-twice: [12]\r$/gim)).toHaveLength(2);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(fieldsOf().slice(1, 5)).toEqual(['Host: a', 'host: b', 'X-A: 1', 'x-a: 2']);
    expect(fieldsOf().filter((field) => /^(connection|keep-alive):/i.test(field))).toEqual([
      'Connection: keep-alive',
    ]);
  });

  it('arrives from the address that the door has found, whatever it says itself', async () => {
    const addresses: string[] = [];
    await open((request, response) => {
      addresses.push(clientAddress({ raw: request, headers: request.headers }));
      response.end();
    });
    const ask = async (...lines: string[]) =>
      exchange(['GET / HTTP/1.1', 'Host: a', ...lines, 'Connection: close']);
    await ask('Service-Client-Address: 203.0.113.9', 'service-client-address: 203.0.113.8');
    await ask('Service-Client-Address: 203.0.113.9', 'X-Forwarded-For: 192.0.2.7');
    expect(addresses).toEqual(['127.0.0.1', '192.0.2.7']);
  });

  it.each([
    ['a length', ['Content-Length: 3'], 'abc'],
    ['chunks', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'],
    ['chunks, asked for', ['Transfer-Encoding: chunked', 'Expect: 100-Continue'], '3\r\nabc\r\n0\r\n\r\n'],
  ])('arrives with its body, in %s', async (_, lines, body) => {
    await open();
    const answer = await exchange(['POST / HTTP/1.1', 'Host: a', ...lines, 'Connection: close'], body);
    expect(answer).toContain('POST / abc');
    expect(fieldsOf()).toEqual(expect.arrayContaining(lines.slice(0, 1)));
    expect(fieldsOf().join().toLowerCase()).not.toContain('expect');
  });

  it.each([
    ['no body', ['GET / HTTP/1.1'], ''],
    ['a length', ['POST / HTTP/1.1', 'Content-Length: 3'], 'abc'],
    ['chunks', ['POST / HTTP/1.1', 'Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\nX: y\r\n\r\n'],
  ])('arrives though it announces trailers, with %s', async (_, lines, body) => {
    await open();
    const answer = await exchange([...lines, 'Host: a', 'Trailer: X', 'Connection: close'], body);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('has no body if it had none, and no Host if it had none', async () => {
    await open();
    await exchange(['POST / HTTP/1.1', 'Connection: close']);
    await exchange(['GET / HTTP/1.0']);
    expect(asked.map(({ message }) => message.headers['transfer-encoding'])).toEqual([undefined, undefined]);
    expect(asked.map(({ message }) => message.headers.host)).toEqual([undefined, '']);
  });

  it('is answered part by part, as the answer is made', async () => {
    let more: () => void = () => undefined;
    await open((_request, response) => {
      response.write('first');
      more = () => response.end('second');
    });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let received = '';
    for await (const part of socket) {
      received += String(part);
      if (received.includes('first') && !received.includes('second')) more();
    }
    expect(received).toContain('second');
  });

  it('is one of several on a connection', async () => {
    await open();
    const one = ['POST /1 HTTP/1.1', 'Host: a', 'Content-Length: 1', '', '1GET /2 HTTP/1.1', 'Host: a', ''];
    const answer = await exchange([...one, 'GET /3 HTTP/1.1', 'Host: a', 'Connection: close']);
    expect(answer.match(/(POST|GET) \/\d \d?/g)).toEqual(['POST /1 1', 'GET /2 ', 'GET /3 ']);
  });

  it.each([
    ['two lengths', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['a length that is not one', ['Content-Length: +3']],
    ['an unknown coding at the end', ['Transfer-Encoding: chunked, x']],
    ['a folded field', ['X: a', ' b']],
  ])('with %s does not arrive', async (_, lines) => {
    await open();
    const answer = await exchange(['POST / HTTP/1.1', 'Host: a', ...lines], 'abc');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
  });

  it('whose body does not come is refused by the door, and ended behind it', async () => {
    let ended = false;
    await open((request) => request.on('close', () => (ended = true)));
    const answer = await exchange(['POST / HTTP/1.1', 'Host: a', 'Content-Length: 3'], 'a');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await new Promise<void>((resolve) => {
      const look = () => (ended ? resolve() : void setTimeout(look, 5));
      look();
    });
    expect(failures).toEqual([]);
  });

  it('is ended if its client goes away', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    let arrive: () => void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await open((request) => {
      closed = once(request.socket, 'close');
      arrive();
    });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived;
    socket.destroy();
    await closed;
    expect(failures).toEqual([]);
  });
});

describe('a process that does not answer', () => {
  it('is stood for by an error, until it answers again', async () => {
    const ask = () => exchange(['GET / HTTP/1.1', 'Host: a', 'Connection: close']);
    const answer = await ask();
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('"code":"service.unavailable"');
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i);
    expect([failures.length, answered]).toEqual([1, 0]);
    await open();
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
    expect([failures.length, answered]).toEqual([1, 1]);
  });

  it('is not asked what cannot be sent to it', () => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET\r\n', url: '/' });
    const response = new ServerResponse(request);
    forwarding.handle(request, response);
    expect([response.statusCode, failures.length]).toEqual([503, 1]);
  });

  it('ends a connection on which it had begun to answer', async () => {
    await open((_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half');
      response.socket?.end(() => response.socket?.destroy());
    });
    const answer = await exchange(['GET / HTTP/1.1', 'Host: a']);
    expect(answer.endsWith('half')).toBe(true);
  });
});
