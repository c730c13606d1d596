import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressRanges } from '@service/platform/addresses';
import { clientAddress } from './client-address.js';
import { HttpListener, type HttpListenerOptions } from './http-listener.js';
import type { RequestHandler } from './request-handler.js';

const fixture = (name: string) => readFileSync(resolve('test/support/tls', name), 'utf8');
const pair = (name: string) => ({ cert: fixture(`${name}.pem`), key: fixture(`${name}.key.pem`) });
const ranges = (...texts: string[]) => AddressRanges.read(texts);
/** An address of this machine other than the loopback address; connections to it come from it. */
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.internal === false && each.family === 'IPv4')?.address;

let listener: HttpListener | undefined;
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

const answerAddress: RequestHandler = (request, response) => {
  const address = clientAddress({ raw: request, headers: request.headers });
  response.setHeader('connection', 'close').end(`for ${address}`);
};

/** A listener whose handler answers every request with the address of its client, unless another is given. */
async function open(
  options: Partial<HttpListenerOptions>,
  handler: RequestHandler = answerAddress,
): Promise<number> {
  listener = new HttpListener(handler, {
    host: '127.0.0.1',
    port: 0,
    sharePort: false,
    tls: null,
    proxies: ranges(),
    corsOrigins: [],
    maxConnections: 100,
    idleTimeout: 65_000,
    requestTimeout: 10_000,
    stallTimeout: 10_000,
    drainTimeout: 1_000,
    ...options,
  });
  return listener.listen();
}

async function exchange(socket: Socket, text: string): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.write(text);
  await closed;
  return answer;
}

const request = (...headers: string[]) => ['GET / HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n');
const plainly = (port: number, text = request(), host = '127.0.0.1') =>
  exchange(connect({ port, host }), text);

async function secretly(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: fixture('first.pem'), ...options });
  await once(socket, 'secureConnect');
  return socket;
}

describe('a listener', () => {
  it('that drains still answers, and closes each connection after its answer', async () => {
    const handler: RequestHandler = (_request, response) => response.end('answered');
    const port = await open({}, handler);
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    listener?.drain();
    const answer = await fetch(url);
    expect([await answer.text(), answer.headers.get('connection')]).toEqual(['answered', 'close']);
  });

  it('that closes answers those who connected before, though it had no time to accept them', async () => {
    const port = await open({});
    const answers = Array.from({ length: 5 }, () => plainly(port));
    // The system has the connections now, and the event loop has had no turn since.
    await new Promise(process.nextTick);
    await listener?.close();
    for (const answer of await Promise.all(answers)) expect(answer).toContain('for 127.0.0.1');
  });

  it('keeps an idle connection for as long as it is told to, and tells clients', async () => {
    const handler: RequestHandler = (_request, response) => response.end('answered');
    const answer = await fetch(`http://127.0.0.1:${await open({ idleTimeout: 7_000 }, handler)}`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=7');
  });

  it('passes every request on, whatever environment its path or its token names', async () => {
    const seen: unknown[] = [];
    const port = await open({}, (received, response) => {
      seen.push([received.url, received.headers.authorization, received.headers.cookie]);
      answerAddress(received, response);
    });
    const [token, cookie] = ['Bearer svc_prod_x', 'console-production=p'];
    for (const target of ['/', '/v1/log/production/checkpoint', '/console/development/', '/mcp']) {
      const text = request(`Authorization: ${token}`, `Cookie: ${cookie}`).replace('/', target);
      expect(await plainly(port, text)).toContain('for 127.0.0.1');
      expect(seen.splice(0)).toEqual([[target, token, cookie]]);
    }
  });

  it('answers a request that is not HTTP', async () => {
    const answer = await plainly(await open({}), 'nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"request.malformed"');
    expect(answer).not.toContain('strict-transport-security');
  });

  it('trusts X-Forwarded-For of a trusted proxy, of several headers the last', async () => {
    const forwarded = request('X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 203.0.113.7, 10.0.0.1');
    const port = await open({ proxies: ranges('127.0.0.1', '10.0.0.0/8') });
    expect(await plainly(port, forwarded)).toContain('for 203.0.113.7');
    await listener?.close();
    expect(await plainly(await open({}), forwarded)).toContain('for 127.0.0.1');
  });

  const itFromAfar = ownAddress === undefined ? it.skip : it;
  itFromAfar('without TLS disconnects all clients except trusted proxies and this machine', async () => {
    const port = await open({ host: undefined, proxies: ranges('10.255.255.254') });
    expect(await plainly(port, request(), ownAddress)).toBe('');
    expect(await plainly(port)).toContain('for 127.0.0.1');
    await listener?.close();
    const trusting = await open({ host: undefined, proxies: ranges(String(ownAddress)) });
    expect(await plainly(trusting, request(), ownAddress)).toContain(`for ${ownAddress}`);
  });

  itFromAfar('with TLS accepts all clients, and trusts only the trusted proxies', async () => {
    const port = await open({ host: undefined, tls: pair('first'), proxies: ranges('127.0.0.1') });
    const forwarded = request('X-Forwarded-For: 203.0.113.7');
    const stranger = await secretly(port, { host: String(ownAddress), checkServerIdentity: () => undefined });
    expect(await exchange(stranger, forwarded)).toContain(`for ${ownAddress}`);
    expect(await exchange(await secretly(port), forwarded)).toContain('for 203.0.113.7');
  });
});

describe('a listener with TLS', () => {
  it('speaks HTTP/1.1 in TLS 1.2 or 1.3, and tells browsers to use only https', async () => {
    const port = await open({ tls: { ...pair('first'), minVersion: 'TLSv1.2' } });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await secretly(port, {
        minVersion: version,
        maxVersion: version,
        ALPNProtocols: ['h2', 'http/1.1'],
      });
      expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'http/1.1']);
      const answer = await exchange(socket, request());
      expect(answer).toContain('for 127.0.0.1');
      expect(answer.toLowerCase()).toContain('\r\nstrict-transport-security: max-age=31536000\r\n');
    }
    const old = secretly(port, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' });
    await expect(old).rejects.toThrow();
  });

  it('answers a request that is not HTTP, and disconnects a client that does not speak TLS', async () => {
    const port = await open({ tls: pair('first') });
    const answer = await exchange(await secretly(port), 'nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('\r\nstrict-transport-security: max-age=31536000\r\n');
    expect(await plainly(port)).toBe('');
    expect(await exchange(await secretly(port), request())).toContain('for 127.0.0.1');
  });

  it('passes an expectation to the application', async () => {
    const port = await open({ tls: pair('first') });
    expect(await exchange(await secretly(port), request('Expect: something'))).toContain('for 127.0.0.1');
  });

  it('uses a new certificate for new connections', async () => {
    const port = await open({ tls: pair('first') });
    const before = await secretly(port);
    listener?.setSecureContext(pair('second'));
    const after = await secretly(port, { ca: fixture('second.pem'), servername: 'localhost' });
    expect(after.getPeerCertificate().subject.CN).toBe('records.example');
    for (const socket of [before, after])
      expect(await exchange(socket, request())).toContain('for 127.0.0.1');
  });
});
