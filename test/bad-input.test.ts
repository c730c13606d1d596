import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { errors, type ErrorCode } from '@service/contracts';
import { describeProject } from './support/describe-project.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const nested = (depth: number) => `{"record_id":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describeProject('bad input', (service, fixture) => {
  const token = () => service.tokens.development.verify;
  const record = () => ({ authority_id: fixture.authorityId, origin: 'o', content: 'c' });
  const verifyPath = '/v1/records/verify';

  /** Requests by a role with the right, and the expected codes. */
  const cases: [string, ErrorCode, () => Promise<{ status: number; body: object }>][] = [
    ['no body', 'request.malformed', () => fixture.verifier.call('POST', verifyPath)],
    ['an empty body', 'request.malformed', () => fixture.verifier.post(verifyPath, '')],
    ['half a body', 'request.malformed', () => fixture.verifier.post(verifyPath, '{"record_id":')],
    ['two bodies', 'request.malformed', () => fixture.verifier.post(verifyPath, '{}{}')],
    ['a nesting of 33', 'request.malformed', () => fixture.verifier.post(verifyPath, nested(33))],
    ['a nesting of 32', 'request.invalid', () => fixture.verifier.post(verifyPath, nested(32))],
    ['a list', 'request.invalid', () => fixture.verifier.post(verifyPath, [])],
    ['a text', 'request.invalid', () => fixture.verifier.post(verifyPath, JSON.stringify(fixture.recordId))],
    ['null', 'request.invalid', () => fixture.verifier.post(verifyPath, 'null')],
    ['no member', 'request.invalid', () => fixture.verifier.post(verifyPath, {})],
    ['an empty id', 'request.invalid', () => fixture.verifier.post(verifyPath, { record_id: '' })],
    ['a number for an id', 'request.invalid', () => fixture.verifier.post(verifyPath, { record_id: 1 })],
    [
      'an unknown member',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: 'r', x: 1 }),
    ],
    [
      'an empty scope',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: 'r', evidence_scope: [] }),
    ],
    [
      'an unknown scope',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: 'r', evidence_scope: ['secrets'] }),
    ],
    [
      'a repeated scope',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: 'r', evidence_scope: ['state', 'state'] }),
    ],
    [
      'a scope that is no list',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: 'r', evidence_scope: 'state' }),
    ],
    [
      '__proto__',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, '{"record_id":"r","__proto__":{"evidence_scope":["state"]}}'),
    ],
    [
      'constructor',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, { record_id: { constructor: 1 } }),
    ],
    [
      'a member twice',
      'request.invalid',
      () =>
        fixture.verifier.post(verifyPath, `{"record_id":"rec_missing","record_id":"${fixture.recordId}"}`),
    ],
    [
      'a member twice, once escaped',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, '{"record_id":"r","record\\u005fid":"s"}'),
    ],
    [
      'a byte order mark',
      'request.malformed',
      () => fixture.verifier.post(verifyPath, `\ufeff{"record_id":"${fixture.recordId}"}`),
    ],
    ['NUL in an id', 'request.invalid', () => fixture.verifier.post(verifyPath, { record_id: 'rec_\0' })],
    [
      'a lone surrogate',
      'request.invalid',
      () => fixture.verifier.post(verifyPath, '{"record_id":"\\ud800"}'),
    ],
    [
      'an id that nothing has',
      'record.not_found',
      () => fixture.verifier.post(verifyPath, { record_id: "' OR 1=1" }),
    ],
    [
      'a very long id',
      'record.not_found',
      () => fixture.verifier.post(verifyPath, { record_id: 'x'.repeat(9_000) }),
    ],
    ['NUL in a path', 'record.not_found', () => fixture.reader.get('/v1/records/rec_%00')],
    ['a very long path', 'record.not_found', () => fixture.reader.get(`/v1/records/${'x'.repeat(5_000)}`)],
    [
      'a batch of none',
      'request.invalid',
      () => fixture.verifier.post(`${verifyPath}/batch`, { records: [] }),
    ],
    [
      'a batch of 101',
      'request.invalid',
      () => fixture.verifier.post(`${verifyPath}/batch`, { records: Array(101).fill({ record_id: 'r' }) }),
    ],
    [
      'both contents',
      'request.invalid',
      () => fixture.admin.post('/v1/records', { ...record(), content_digest: DIGEST }),
    ],
    [
      'neither content',
      'request.invalid',
      () => fixture.admin.post('/v1/records', { ...record(), content: undefined }),
    ],
    [
      'an upper-case digest',
      'request.invalid',
      () =>
        fixture.admin.post('/v1/records', {
          ...record(),
          content: undefined,
          content_digest: DIGEST.toUpperCase(),
        }),
    ],
    [
      'an invalid day',
      'request.invalid',
      () => fixture.admin.post('/v1/records', { ...record(), expires_at: '2090-02-30T00:00:00Z' }),
    ],
    [
      'a time without a zone',
      'request.invalid',
      () => fixture.admin.post('/v1/records', { ...record(), expires_at: '2090-01-01T00:00:00' }),
    ],
    [
      'an expiry in the past',
      'request.invalid',
      () => fixture.admin.post('/v1/records', { ...record(), expires_at: '2000-01-01T00:00:00Z' }),
    ],
    [
      'an unknown authority',
      'authority.not_found',
      () => fixture.admin.post('/v1/records', { ...record(), authority_id: 'aut_missing' }),
    ],
    ['a public key', 'request.invalid', () => fixture.admin.post('/v1/authorities', { public_key: 'x' })],
    [
      'an empty reason',
      'request.invalid',
      () => fixture.admin.post(`/v1/records/${fixture.recordId}/revoke`, { reason: '' }),
    ],
    [
      'a reason of 501',
      'request.invalid',
      () => fixture.admin.post(`/v1/records/${fixture.recordId}/revoke`, { reason: 'x'.repeat(501) }),
    ],
    [
      'an If-Match without quotes',
      'request.invalid',
      () =>
        fixture.admin.post(`/v1/records/${fixture.recordId}/revoke`, { reason: 'r' }, { 'if-match': '1' }),
    ],
    ['a limit of 0', 'request.invalid', () => fixture.reader.get('/v1/records?limit=0')],
    ['a limit of 101', 'request.invalid', () => fixture.reader.get('/v1/records?limit=101')],
    ['an invalid limit', 'request.invalid', () => fixture.reader.get('/v1/records?limit=ten')],
    ['a limit of 1e2', 'request.invalid', () => fixture.reader.get('/v1/records?limit=1e2')],
    ['a limit of 0x10', 'request.invalid', () => fixture.reader.get('/v1/records?limit=0x10')],
    ['an empty limit', 'request.invalid', () => fixture.reader.get('/v1/records?limit=')],
    ['two limits', 'request.invalid', () => fixture.reader.get('/v1/records?limit=1&limit=2')],
    ['a foreign cursor', 'request.invalid', () => fixture.reader.get('/v1/records?cursor=abc')],
    ['an unknown filter', 'request.invalid', () => fixture.reader.get('/v1/records?colour=red')],
    ['NUL in a filter', 'request.invalid', () => fixture.reader.get('/v1/records?authority_id=%00')],
    ['an unknown path', 'route.not_found', () => fixture.reader.get('/v1/recordz')],
    ['a path of another case', 'route.not_found', () => fixture.reader.get('/V1/records')],
    ['a broken escape in a path', 'route.not_found', () => fixture.reader.get('/v1/records/%ff')],
    ['one in a query', 'request.malformed', () => fixture.reader.get('/v1/records?external_id=%ff')],
    ['an unknown method', 'request.method_not_allowed', () => fixture.reader.call('DELETE', '/v1/records')],
    [
      'PUT on verify',
      'request.method_not_allowed',
      () => fixture.verifier.call('PUT', verifyPath, { body: {} }),
    ],
    [
      'another media type',
      'request.unsupported_media_type',
      () => fixture.verifier.post(verifyPath, '{}', { 'content-type': 'text/plain' }),
    ],
    [
      'another charset',
      'request.unsupported_media_type',
      () => fixture.verifier.post(verifyPath, '{}', { 'content-type': 'application/json; charset=latin1' }),
    ],
    [
      'a compressed body',
      'request.unsupported_media_type',
      () => fixture.verifier.post(verifyPath, '{}', { 'content-encoding': 'gzip' }),
    ],
    [
      'Accept: text/html',
      'request.not_acceptable',
      () => fixture.verifier.post(verifyPath, {}, { accept: 'text/html' }),
    ],
    [
      '65 KiB',
      'request.too_large',
      () => fixture.verifier.post(verifyPath, { record_id: 'x'.repeat(66_000) }),
    ],
    [
      '1.1 MiB to a batch',
      'request.too_large',
      () => fixture.verifier.post(`${verifyPath}/batch`, `"${'x'.repeat(1_100_000)}"`),
    ],
    ['no credential', 'authentication.missing', () => fixture.anonymous.post(verifyPath, {})],
    [
      'another scheme',
      'authentication.invalid',
      () => fixture.anonymous.post(verifyPath, {}, { authorization: 'Basic eDp5' }),
    ],
    [
      'a token with a typo',
      'authentication.invalid',
      () => fixture.anonymous.as(`${token().slice(0, -1)}!`).post(verifyPath, {}),
    ],
    [
      'an unknown token',
      'authentication.invalid',
      () => fixture.anonymous.as(token().replace(/_[^_]{4}/, '_AAAA')).post(verifyPath, {}),
    ],
    [
      'a reader that verifies',
      'authority.insufficient_scope',
      () => fixture.reader.post(verifyPath, { record_id: 'r' }),
    ],
    [
      'a verifier that reads',
      'authority.insufficient_scope',
      () => fixture.verifier.get(`/v1/records/${fixture.recordId}`),
    ],
    [
      'a reader that writes',
      'authority.insufficient_scope',
      () => fixture.reader.post('/v1/records', record()),
    ],
    [
      'an admin that operates',
      'authority.insufficient_scope',
      () => fixture.admin.post('/v1/projects', { name: 'x' }),
    ],
    [
      'an operator that verifies',
      'authority.insufficient_scope',
      () => fixture.operator.post(verifyPath, { record_id: 'r' }),
    ],
  ];

  it.each(cases)('%s is answered with %s', async (_, code, send) => {
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

  it.each<[string, unknown]>([
    ['no list', { records: {} }],
    ['no list at all', {}],
    ['an empty list', { records: [] }],
    ['a list of 101', { records: Array(101).fill({}) }],
  ])('refuses a batch as a whole where it is %s', async (_, batch) => {
    for (const path of ['/v1/records/batch', `${verifyPath}/batch`]) {
      const { status, body } = await fixture.admin.post(path, batch);
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
      const isMissing = !('records' in (batch as object));
      const issue = isMissing ? 'is missing' : 'must be a list of 1 to 100 objects';
      expect(body['error'].message).toBe(`records ${issue}.`);
    }
  });

  it('says what is wrong with a body', async () => {
    for (const [sent, message] of [
      ['', 'The request has no body: this path takes a JSON object.'],
      ['{', 'The body is not JSON.'],
      [nested(33), 'The body is nested more than 32 levels deep.'],
    ]) {
      expect((await fixture.verifier.post(verifyPath, sent)).body['error'].message).toBe(message);
    }
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

  it.each<[string, ErrorCode, string, () => string]>([
    ['what is not HTTP', 'request.malformed', 'HTTP/1.1', () => 'nonsense\r\n\r\n'],
    [
      'headers of 20 KiB',
      'request.headers_too_large',
      'too large',
      () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'a length that is no number',
      'request.malformed',
      'HTTP/1.1',
      () => `POST ${verifyPath} HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n`,
    ],
    [
      'two ways to tell the length',
      'request.malformed',
      'HTTP/1.1',
      () => 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'request.malformed',
      'HTTP/1.1',
      () => verifyWith('Host: x', `Content-Length: ${verifyBody().length}`),
    ],
    ['no Host', 'request.malformed', 'Host', () => verifyWith()],
    [
      'no Host, at no path',
      'request.malformed',
      'Host',
      () => 'GET /x HTTP/1.1\r\nConnection: close\r\n\r\n',
    ],
    ['two Hosts', 'request.malformed', 'Host', () => verifyWith('Host: x', 'Host: x')],
    ['an invalid Host', 'request.malformed', 'Host', () => verifyWith('Host: x y')],
    [
      'two credentials',
      'request.malformed',
      'AUTHORIZATION',
      () => verifyWith('Host: x', `AUTHORIZATION: Bearer ${token()}`),
    ],
    [
      'two media types',
      'request.malformed',
      'Content-Type',
      () => verifyWith('Host: x', 'Content-Type: application/json'),
    ],
    ...['identity, chunked', 'gzip, chunked'].map((coding): [string, ErrorCode, string, () => string] => [
      `the transfer coding ${coding}`,
      'request.malformed',
      'Transfer-Encoding',
      () => endless.replace('chunked', coding),
    ]),
    ['a body that goes on and on', 'request.too_large', ' 65536 bytes', () => endless],
    [
      'two versions',
      'request.invalid',
      'If-Match must be',
      () => revokeWith('Host: x', 'If-Match: "1"', 'If-Match: 1'),
    ],
    [
      'an expectation that is unknown',
      'request.malformed',
      'Expect',
      () => verifyWith('Host: x', 'Expect: magic'),
    ],
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
