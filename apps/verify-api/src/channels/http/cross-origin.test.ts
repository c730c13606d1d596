import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { allowOrigins } from './cross-origin.js';

const OURS = 'https://console.example';
const THEIRS = 'https://elsewhere.example';
const PREFLIGHT = { 'access-control-request-method': 'POST' };

/** Asks a server that answers 418 with two fields of its own, as the application does. */
async function ask(
  origins: readonly string[],
  [method, path]: [string, string],
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const server = createServer(
    allowOrigins(origins, (_request, response) => {
      response.writeHead(418, ['content-type', 'text/plain', 'x-own', '1']).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      send({ port, method, path, headers, agent: false }, (answer) => resolve(answer.resume()))
        .on('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}

const allowed = ({ headers }: IncomingMessage) => headers['access-control-allow-origin'];

describe('a request from a page', () => {
  it('is allowed to an origin that the setting names, with the fields that it needs', async () => {
    const { statusCode, headers } = await ask([OURS], ['OPTIONS', '/v1/records'], {
      origin: OURS,
      ...PREFLIGHT,
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({ 'access-control-allow-origin': OURS, vary: 'Origin' });
    expect(headers['access-control-allow-methods']?.split(', ')).toEqual(
      expect.arrayContaining(['POST', 'PATCH']),
    );
    expect(headers['access-control-allow-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'service-nonce']),
    );
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('gets its answer with the fields that it may read', async () => {
    const answer = await ask([OURS], ['POST', '/v1/records/verify'], { origin: OURS });
    expect([answer.statusCode, allowed(answer), answer.headers['x-own']]).toEqual([418, OURS, '1']);
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['Service-Request-Id', 'Service-Evidence-Signature', 'ETag', 'Retry-After']),
    );
  });

  it.each([
    ['a page of another origin', [OURS], THEIRS],
    ['a page that hides its origin', [OURS], 'null'],
    ['an origin that only begins alike', [OURS], `${OURS}.evil.example`],
    ['any page without the setting', [], OURS],
  ])('is not allowed to %s', async (_, origins, origin) => {
    const preflight = await ask(origins, ['OPTIONS', '/v1/records'], { origin, ...PREFLIGHT });
    expect([preflight.statusCode, allowed(preflight)]).toEqual([418, undefined]);
    expect(allowed(await ask(origins, ['GET', '/v1/records'], { origin }))).toBeUndefined();
  });

  it('varies by origin for caches where the setting names some, even without an origin', async () => {
    expect((await ask([OURS], ['GET', '/v1/records'], {})).headers.vary).toBe('Origin');
    expect((await ask([], ['GET', '/v1/records'], {})).headers.vary).toBeUndefined();
  });

  it('is allowed to all with *', async () => {
    const answer = await ask(['*'], ['GET', '/v1/records'], { origin: THEIRS });
    expect([allowed(answer), answer.headers.vary]).toEqual(['*', undefined]);
  });

  it.each(['/v1/openapi.json', '/v1/asyncapi.json?x=1', '/docs/errors', '/v1/log/development/checkpoint'])(
    'is always allowed for what anybody may read: %s',
    async (path) => expect(allowed(await ask([], ['GET', path], { origin: THEIRS }))).toBe('*'),
  );

  it.each(['/v/production/open', '/console/production/'])('is never allowed for %s', async (path) =>
    expect(allowed(await ask(['*'], ['POST', path], { origin: THEIRS }))).toBeUndefined(),
  );
});
