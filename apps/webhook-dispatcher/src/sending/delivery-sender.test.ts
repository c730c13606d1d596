import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { verifyDelivery } from '@service/events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decideOutcome } from './decide-outcome.js';
import type { AttemptResult } from './delivery-attempt.js';
import { DeliverySender, type DeliverySenderOptions } from './delivery-sender.js';
import { httpReceiver, rawReceiver, tlsReceiver, type Receiver } from './testing/receivers.js';
import { attemptAt, guardOf } from './testing/sample-attempt.js';

/** Milliseconds for attempts that are meant to time out, and for the others. */
const [SHORT, LONG] = [200, 10_000];
const METADATA_URL = 'http://169.254.169.254/latest/meta-data/';
const pem = (name: string) =>
  readFileSync(new URL(`../../../../test/support/tls/${name}`, import.meta.url), 'utf8');
const outcomeOf = (result: AttemptResult) => decideOutcome(result, 1, new Date(), () => 0.5);

let stack: AsyncDisposableStack;
beforeEach(() => void (stack = new AsyncDisposableStack()));
afterEach(() => stack.disposeAsync());

function senderOf(options: Partial<DeliverySenderOptions> = {}): DeliverySender {
  return stack.adopt(
    new DeliverySender({ guard: guardOf({ allowsLoopback: true }), timeout_ms: LONG, ...options }),
    (sender) => sender.close(),
  );
}
const at = async (receiver: Promise<Receiver>) => stack.use(await receiver);

describe('a delivery', () => {
  it('is a signed POST, which a 2xx acknowledges', async () => {
    const seen: {
      method: string | undefined;
      url: string | undefined;
      headers: IncomingHttpHeaders;
      body: string;
    }[] = [];
    const receiver = await at(
      httpReceiver(async (request, response) => {
        const { method, url, headers } = request;
        seen.push({ method, url, headers, body: await text(request) });
        response.writeHead(204).end();
      }),
    );
    const attempt = attemptAt(`${receiver.url}?tenant=1`);
    const result = await senderOf().send(attempt);
    expect(result).toMatchObject({ status: 204, error: null, retry_after_ms: null, answer: '' });
    expect(result.latency_ms).toBeGreaterThanOrEqual(0);
    const [got] = seen;
    expect(got).toMatchObject({ method: 'POST', url: '/hook?tenant=1', body: attempt.body });
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'service-event-id': attempt.event_id,
      'accept-encoding': 'identity',
    });
    const [secret] = attempt.secrets;
    expect(verifyDelivery(got?.headers ?? {}, got?.body ?? '', secret?.hmac ?? '').id).toBe(attempt.event_id);
    expect(outcomeOf(result).kind).toBe('acknowledged');
  });

  it('reuses a connection', async () => {
    const receiver = await at(httpReceiver((_request, response) => response.end('ok')));
    const sender = senderOf();
    for (let count = 0; count < 20; count += 1) await sender.send(attemptAt(receiver.url));
    // Two, because a connection becomes free a moment after the end of its answer.
    expect(receiver.connections).toBeLessThanOrEqual(2);
  });

  it('is sent again at once if the receiver closed the idle connection', async () => {
    let answered = 0;
    const receiver = await at(
      rawReceiver((socket) => {
        answered += 1;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        // The next request on this connection finds it closed.
        socket.once('data', () => socket.destroy());
      }),
    );
    const sender = senderOf();
    for (let count = 0; count < 3; count += 1) {
      expect(await sender.send(attemptAt(receiver.url))).toMatchObject({ status: 200, error: null });
    }
    expect([answered, receiver.connections]).toEqual([3, 3]);
  });

  it('goes over TLS to a receiver with a trusted certificate', async () => {
    const options = { cert: pem('first.pem'), key: pem('first.key.pem') };
    const receiver = await at(tlsReceiver(options, (_request, response) => response.end('ok')));
    const sender = senderOf({ extra_ca: [pem('first.pem')] });
    expect(await sender.send(attemptAt(receiver.url))).toMatchObject({ status: 200, error: null });
  });
});

describe('a receiver that', () => {
  it('never answers times out', async () => {
    const receiver = await at(rawReceiver(() => {}));
    const result = await senderOf({ timeout_ms: SHORT }).send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'timeout', answer: null });
    expect(outcomeOf(result)).toMatchObject({ kind: 'retry', hold_endpoint_until: null });
  });

  it('sends its answer too slowly times out, even with status 200', async () => {
    const receiver = await at(
      rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n');
        const drip = setInterval(() => socket.write('.'), 10);
        socket.once('close', () => clearInterval(drip));
      }),
    );
    const result = await senderOf({ timeout_ms: SHORT }).send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: 200, error: 'timeout' });
    expect(result.answer).toMatch(/^\.+$/);
    expect(outcomeOf(result).kind).toBe('retry');
  });

  it('sends its headers too slowly times out', async () => {
    const receiver = await at(
      rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
        const drip = setInterval(() => socket.write('.'), 10);
        socket.once('close', () => clearInterval(drip));
      }),
    );
    const result = await senderOf({ timeout_ms: SHORT }).send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'timeout' });
  });

  it('has a name that is not resolved in time times out', async () => {
    const sender = senderOf({ timeout_ms: SHORT, resolve: () => new Promise(() => {}) });
    const result = await sender.send(attemptAt('https://slow.example/'));
    expect(result).toMatchObject({ status: null, error: 'timeout', answer: null });
  });

  it.each([
    ['before it answers', ''],
    ['within its headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('closes early, %s, has not acknowledged', async (_when, sent) => {
    const receiver = await at(rawReceiver((socket) => socket.end(sent)));
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result.error).toBe('closed_early');
    expect([outcomeOf(result).kind, receiver.connections]).toEqual(['retry', 1]);
  });

  it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'sends %s before its answer has answered',
    async (interim) => {
      const sent = `HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`;
      const receiver = await at(rawReceiver((socket) => socket.write(sent)));
      expect(await senderOf().send(attemptAt(receiver.url))).toMatchObject({ status: 204, error: null });
    },
  );

  it('does not speak HTTP has not acknowledged', async () => {
    const receiver = await at(rawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'answer_malformed' });
  });

  it('answers with endless headers is cut off', async () => {
    const receiver = await at(
      rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `X-Line: ${'x'.repeat(1_000)}\r\n`;
        const more = () => {
          while (!socket.destroyed && socket.write(line));
        };
        socket.on('drain', more);
        more();
      }),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'answer_malformed' });
  });

  it('answers without end is cut off; its 200 counts', async () => {
    let sent = 0;
    const receiver = await at(
      httpReceiver((_request, response) => {
        const chunk = Buffer.alloc(16_384, 'a');
        const more = () => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        };
        response.on('drain', more);
        more();
      }),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: 200, error: 'answer_too_large', answer: 'a'.repeat(1_024) });
    expect(outcomeOf(result).kind).toBe('acknowledged');
    expect(sent).toBeLessThan(64 * 1_024 * 1_024);
  });

  it('sends a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1_024 * 1_024));
    const receiver = await at(
      httpReceiver((_request, response) => {
        response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb);
      }),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: 500, error: null });
    expect(result.answer?.length).toBeLessThanOrEqual(1_024);
    expect(result.answer).not.toContain('\0');
  });

  it('sends a gzip bomb in pieces is cut off', async () => {
    const receiver = await at(
      httpReceiver((_request, response) => {
        response.writeHead(500, { 'content-encoding': 'gzip' });
        const gzip = createGzip({ level: 0 });
        gzip.on('error', () => {});
        response.on('close', () => gzip.destroy());
        gzip.pipe(response);
        gzip.end(Buffer.alloc(8 * 1_024 * 1_024));
      }),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: 500, error: 'answer_too_large' });
    expect(outcomeOf(result).kind).toBe('retry');
  });

  it.each([301, 302, 303, 307, 308])('redirects by %d to metadata is not followed', async (status) => {
    const receiver = await at(
      httpReceiver((_request, response) => response.writeHead(status, { location: METADATA_URL }).end()),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status, error: null });
    expect([outcomeOf(result).kind, receiver.connections]).toEqual(['retry', 1]);
  });

  it('has an untrusted certificate gets nothing', async () => {
    let requests = 0;
    const options = { cert: pem('first.pem'), key: pem('first.key.pem') };
    const receiver = await at(tlsReceiver(options, () => void (requests += 1)));
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'tls_failed' });
    expect([requests, outcomeOf(result).kind]).toEqual([0, 'retry']);
  });

  it('has the certificate of another name gets nothing', async () => {
    const options = { cert: pem('first.pem'), key: pem('first.key.pem') };
    const receiver = await at(tlsReceiver(options, (_request, response) => response.end('ok')));
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const sender = senderOf({ extra_ca: [pem('first.pem')], resolve });
    const result = await sender.send(attemptAt(`https://other.example:${receiver.port}/`));
    expect(result).toMatchObject({ status: null, error: 'tls_failed' });
  });

  it('does not speak TLS under https gets nothing', async () => {
    const receiver = await at(rawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const result = await senderOf().send(attemptAt(receiver.url.replace('http:', 'https:')));
    expect(result).toMatchObject({ status: null, error: 'tls_failed' });
  });

  it('is not listening is retried', async () => {
    const receiver = await httpReceiver(() => {});
    await receiver[Symbol.asyncDispose]();
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: null, error: 'connection_failed', answer: null });
    expect(outcomeOf(result).kind).toBe('retry');
  });

  it('has a name without an address, or a name that cannot be resolved, is retried', async () => {
    for (const resolve of [() => Promise.resolve([]), () => Promise.reject(new Error('SERVFAIL'))]) {
      const result = await senderOf({ resolve }).send(attemptAt('https://gone.example/'));
      expect(result).toMatchObject({ status: null, error: 'name_not_resolved' });
    }
  });

  it('asks for a pause by 429 and Retry-After is held back', async () => {
    const receiver = await at(
      httpReceiver((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end()),
    );
    const result = await senderOf().send(attemptAt(receiver.url));
    expect(result).toMatchObject({ status: 429, error: null, retry_after_ms: 120_000 });
    const now = new Date(0);
    expect(decideOutcome(result, 1, now, () => 0.5)).toEqual({
      kind: 'retry',
      at: new Date(120_000),
      hold_endpoint_until: new Date(120_000),
    });
  });
});

describe('the stored part of an answer', () => {
  it.each([
    ['é'.repeat(1_000), 'é'.repeat(512)],
    [`a${'é'.repeat(1_000)}`, `a${'é'.repeat(511)}`],
    ['a\0b', 'a\ufffdb'],
    [Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['', ''],
  ])('is text of at most 1 KiB: case %#', async (sent, kept) => {
    const receiver = await at(httpReceiver((_request, response) => response.writeHead(500).end(sent)));
    expect((await senderOf().send(attemptAt(receiver.url))).answer).toBe(kept);
  });
});
