import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { errors, type ErrorCode } from '@service/contracts';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
type Headers = Record<string, string>;
const nested = (depth: number) => `{"record_id":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describeProject('bad input', (service, fixture) => {
  const token = () => service.tokens.development.verify;
  const record = () => ({ authority_id: fixture.authorityId, origin: 'o', content: 'c' });
  const verifyPath = '/v1/records/verify';

  const verify = (body: unknown, headers?: Headers) => () => fixture.verifier.post(verifyPath, body, headers);
  const verifyBatch = (body: unknown) => () => fixture.verifier.post(`${verifyPath}/batch`, body);
  const register = (changes: object) => () => fixture.admin.post('/v1/records', { ...record(), ...changes });
  const revoke = (reason: string, headers?: Headers) => () =>
    fixture.admin.post(`/v1/records/${fixture.recordId}/revoke`, { reason }, headers);
  const read = (path: string) => () => fixture.reader.get(path);
  const list = (query: string) => read(`/v1/records?${query}`);

  /** Requests by a role with the right, by the expected code. */
  const cases: Partial<Record<ErrorCode, Record<string, () => Promise<{ status: number; body: object }>>>> = {
    'request.malformed': {
      'no body': () => fixture.verifier.call('POST', verifyPath),
      'half a body': verify('{"record_id":'),
      'a broken escape in a query': list('external_id=%ff'),
    },
    'request.invalid': {
      'a nesting of 32': verify(nested(32)),
      'a number for an id': verify({ record_id: 1 }),
      'an unknown member': verify({ record_id: 'r', x: 1 }),
      'an empty scope': verify({ record_id: 'r', evidence_scope: [] }),
      'an unknown scope': verify({ record_id: 'r', evidence_scope: ['secrets'] }),
      'a member twice': () => verify(`{"record_id":"rec_missing","record_id":"${fixture.recordId}"}`)(),
      'a lone surrogate': verify('{"record_id":"\\ud800"}'),
      'a batch of none': verifyBatch({ records: [] }),
      'a batch of 101': verifyBatch({ records: Array(101).fill({ record_id: 'r' }) }),
      'neither content': register({ content: undefined }),
      'an upper-case digest': register({ content: undefined, content_digest: DIGEST.toUpperCase() }),
      'a public key': () => fixture.admin.post('/v1/authorities', { public_key: 'x' }),
      'an empty reason': revoke(''),
      'a reason of 501': revoke('x'.repeat(501)),
      'a limit of 0': list('limit=0'),
      'a limit of 101': list('limit=101'),
      'an invalid limit': list('limit=ten'),
      'a limit of 1e2': list('limit=1e2'),
      'a limit of 0x10': list('limit=0x10'),
      'an empty limit': list('limit='),
      'two limits': list('limit=1&limit=2'),
      'a foreign cursor': list('cursor=abc'),
      'an unknown filter': list('colour=red'),
      'NUL in a filter': list('authority_id=%00'),
      'five hundred states': list(Array(500).fill('state=active').join('&')),
    },
    'record.not_found': {
      'an id that nothing has': verify({ record_id: "' OR 1=1" }),
      'an id in lower case': () => verify({ record_id: fixture.recordId.toLowerCase() })(),
      'an id after a space': () => verify({ record_id: ` ${fixture.recordId}` })(),
      'a very long id': verify({ record_id: 'x'.repeat(9_000) }),
      'NUL in a path': read('/v1/records/rec_%00'),
      'a very long path': read(`/v1/records/${'x'.repeat(5_000)}`),
    },
    'authority.not_found': { 'an unknown authority': register({ authority_id: 'aut_missing' }) },
    'route.not_found': {
      'an unknown path': read('/v1/recordz'),
      'a path of another case': read('/V1/records'),
      'a broken escape in a path': read('/v1/records/%ff'),
    },
    'request.method_not_allowed': {
      'an unknown method': () => fixture.reader.call('DELETE', '/v1/records'),
      'PUT on verify': () => fixture.verifier.call('PUT', verifyPath, { body: {} }),
    },
    'request.unsupported_media_type': {
      'another media type': verify('{}', { 'content-type': 'text/plain' }),
      'a compressed body': verify('{}', { 'content-encoding': 'gzip' }),
    },
    'request.not_acceptable': { 'Accept: text/html': verify({}, { accept: 'text/html' }) },
    'request.too_large': {
      '65 KiB': verify({ record_id: 'x'.repeat(66_000) }),
      '1.1 MiB to a batch': verifyBatch(`"${'x'.repeat(1_100_000)}"`),
    },
    'authentication.missing': { 'no credential': () => fixture.anonymous.post(verifyPath, {}) },
    'authentication.invalid': {
      'another scheme': () => fixture.anonymous.post(verifyPath, {}, { authorization: 'Basic eDp5' }),
      'a token with a typo': () => fixture.anonymous.as(`${token().slice(0, -1)}!`).post(verifyPath, {}),
      'an unknown token': () =>
        fixture.anonymous.as(token().replace(/_[^_]{4}/, '_AAAA')).post(verifyPath, {}),
    },
    'authority.insufficient_scope': {
      'a reader that verifies': () => fixture.reader.post(verifyPath, { record_id: 'r' }),
      'a verifier that reads': () => fixture.verifier.get(`/v1/records/${fixture.recordId}`),
      'a reader that writes': () => fixture.reader.post('/v1/records', record()),
      'an admin that operates': () => fixture.admin.post('/v1/projects', { name: 'x' }),
      'an operator that verifies': () => fixture.operator.post(verifyPath, { record_id: 'r' }),
    },
  };

  it.each(
    Object.entries(cases).flatMap(([code, requests]) =>
      Object.entries(requests).map(([what, send]) => [what, code as ErrorCode, send] as const),
    ),
  )('%s is answered with %s', async (_, code, send) => {
    const { status, body } = await send();
    const { error } = body as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      code,
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
      docs: `/docs/errors#${code}`,
    });
    expect(status).toBe(errors[code].status);
    expect(JSON.stringify(body)).not.toMatch(/\bat \S+ \(|node_modules|statusCode/);
  });

  it('judges the credential before the body, and the route before the credential', async () => {
    const codeOf = async (answer: Promise<{ body: Record<string, { code?: string }> }>) =>
      (await answer).body['error']?.code;
    expect(await codeOf(fixture.anonymous.post(verifyPath, '{broken'))).toBe('authentication.missing');
    expect(await codeOf(fixture.reader.post(verifyPath, '{broken'))).toBe('authority.insufficient_scope');
    expect(await codeOf(fixture.anonymous.get('/nowhere'))).toBe('route.not_found');
    expect(await codeOf(fixture.anonymous.call('PATCH', verifyPath))).toBe('request.method_not_allowed');
    expect(await codeOf(fixture.anonymous.post(verifyPath, 'x'.repeat(70_000)))).toBe('request.too_large');
  });

  it.each([
    ['GET', verifyPath, 'POST'],
    ['GET', `${verifyPath}?limit=1`, 'POST'],
    ['GET', `${verifyPath}/batch`, 'POST'],
    ['GET', '/v1/records/batch', 'POST'],
    ['OPTIONS', verifyPath, 'POST'],
    ['OPTIONS', '/v1/records', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/records/rec_example', 'GET, HEAD, PATCH'],
    ['DELETE', '/v1/records/rec_example/revoke', 'POST'],
  ])('%s %s gets the allowed methods', async (method, path, allowed) => {
    const { status, body, headers } = await fixture.reader.call(method, path);
    expect([status, body['error'].code]).toEqual([405, 'request.method_not_allowed']);
    expect(headers.get('allow')).toBe(allowed);
  });

  it('says how large a body may be, and what scheme a credential has', async () => {
    const messageOf = async (answer: Promise<{ body: Record<string, { message?: string }> }>) =>
      (await answer).body['error']?.message;
    const tooLong = fixture.verifier.post(verifyPath, { record_id: 'x'.repeat(66_000) });
    expect(await messageOf(tooLong)).toContain(' 65536 bytes');
    const basic = fixture.anonymous.post(verifyPath, {}, { authorization: 'Basic eDp5' });
    expect(await messageOf(basic)).toContain('Bearer <token>');
  });

  it('verifies despite a query in the path', async () => {
    expect(await fixture.verifier.post(`${verifyPath}?a=b`, { record_id: fixture.recordId })).toMatchObject({
      status: 200,
    });
  });

  it('names the scope that is required and the scopes that are held', async () => {
    const { status, body, headers } = await fixture.reader.post(verifyPath, { record_id: fixture.recordId });
    expect(status).toBe(403);
    expect(body['error']).toMatchObject({ scope_required: 'verify', scope_held: ['read'] });
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="verify"');
  });

  it('names every member that is wrong, and the first one in its message', async () => {
    const { body } = await fixture.admin.post('/v1/records', { origin: 7, extra: 1 });
    expect(body['error'].details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'authority_id',
      'content',
      'extra',
      'origin',
    ]);
    expect(body['error'].message).toBe('extra is unknown: this request has no such member.');
  });

  /** Sends a text as it is, and reads until the service ends the connection. */
  async function onTheWire(text: string): Promise<string> {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(text);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return received;
  }

  /** A good request, the last on its connection, but for the header lines that are added. */
  const requestWith = (path: string, bearer: string, body: string, ...lines: string[]): string =>
    [
      `POST ${path} HTTP/1.1`,
      'Connection: close',
      `Authorization: Bearer ${bearer}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...lines,
      '',
      body,
    ].join('\r\n');
  const verifyBody = (): string => JSON.stringify({ record_id: fixture.recordId });
  const verifyWith = (...lines: string[]): string => requestWith(verifyPath, token(), verifyBody(), ...lines);
  const revokeWith = (...lines: string[]): string =>
    requestWith(
      `/v1/records/${fixture.recordId}/revoke`,
      service.tokens.development.admin,
      '{"reason":"r"}',
      ...lines,
    );

  const posted = `POST ${verifyPath} HTTP/1.1\r\nHost: x\r\n`;
  /** A byte more than is let in, in a chunk that promises more. */
  const endless = [
    `POST ${verifyPath} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    '20000',
    'x'.repeat(65_537),
  ].join('\r\n');

  it('lets in what stands in the cases below but for their fault', async () => {
    expect(await onTheWire(verifyWith('Host: x'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await onTheWire(verifyWith('Host: x', 'Expect: 100-Continue'))).toContain('HTTP/1.1 200 OK\r\n');
    expect(await onTheWire(`GET http://x${verifyPath} HTTP/1.0\r\n\r\n`)).toContain('\r\nallow: POST\r\n');
  });

  /** Texts by the fault they have, each with what its message says. */
  const malformed: Record<string, [string, () => string]> = {
    'what is not HTTP': ['HTTP/1.1', () => 'nonsense\r\n\r\n'],
    'a length that is no number': ['HTTP/1.1', () => `${posted}Content-Length: ten\r\n\r\n`],
    'two ways to tell the length': [
      'HTTP/1.1',
      () => `${posted}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    'no Host': ['Host', () => verifyWith()],
    'two credentials': ['AUTHORIZATION', () => verifyWith('Host: x', `AUTHORIZATION: Bearer ${token()}`)],
    'a compressed transfer coding': ['Transfer-Encoding', () => endless.replace('chunked', 'gzip, chunked')],
    'an unknown expectation': ['Expect', () => verifyWith('Host: x', 'Expect: magic')],
  };
  const versions = ['Host: x', 'If-Match: "1"', 'If-Match: 1'];

  type Case = [string, ErrorCode, string, () => string];
  it.each<Case>([
    ...Object.entries(malformed).map(([fault, [said, text]]): Case => [
      fault,
      'request.malformed',
      said,
      text,
    ]),
    [
      'headers of 20 KiB',
      'request.headers_too_large',
      'too large',
      () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['a body that goes on and on', 'request.too_large', ' 65536 bytes', () => endless],
    ['two versions', 'request.invalid', 'If-Match must be', () => revokeWith(...versions)],
  ])('%s on the wire is answered with %s', async (_, code, said, text) => {
    const [head = '', body = ''] = (await onTheWire(text())).split('\r\n\r\n');
    const { status } = errors[code];
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} ${STATUS_CODES[status]}\r\n`));
    expect(head).toMatch(/\r\ndate: \w{3}, \d\d /i);
    expect(head).toMatch(/\r\nconnection: close(\r\n|$)/i);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff(\r\n|$)/i);
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    const { error } = JSON.parse(body) as { error: Record<string, string> };
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) });
    expect(head).toContain(`service-request-id: ${error['request_id']}`);
  });

  it('large bodies that never arrive keep only so many connections, and no other body out', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const head = `POST ${verifyPath}/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`;
    let ended = 0;
    const sockets = Array.from({ length: 130 }, () =>
      connect({ host: hostname, port: Number(port) })
        .on('error', () => undefined)
        .on('close', () => (ended += 1)),
    );
    for (const socket of sockets) socket.write(head);
    await eventually(() => expect(ended).toBe(2));
    const records = [{ record_id: fixture.recordId, unknown: 'x'.repeat(100_000) }];
    expect((await verifyBatch({ records })()).status).toBe(200);
    await eventually(() => expect(ended).toBe(3));
    for (const socket of sockets) socket.destroy();
  });

  it('a thousand connections that say nothing keep nobody from an answer', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const idle = Array.from({ length: 1_000 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    try {
      const answer = await fixture.verifier.post(verifyPath, { record_id: fixture.recordId });
      expect(answer.status).toBe(200);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });

  it.each([
    '/v1/records/',
    '/v1/records//history',
    '/console/development/%61pi/session',
    '/console/development/%61pi/sessions/ses_1',
  ])('a path that is none is refused without a line in the history: %s', async (path) => {
    const answer = await fetch(service.baseUrl + path, {
      method: path.includes('ses_1') ? 'DELETE' : 'GET',
      headers: { authorization: `Bearer ${token()}` },
    });
    const id = answer.headers.get('service-request-id');
    expect([answer.status, answer.headers.has('ratelimit')]).toEqual([404, false]);
    expect((await fixture.auditor.get(`/v1/interactions/${id}`)).status).toBe(404);
  });
});
