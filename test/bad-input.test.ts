import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errors, type ErrorCode } from '@service/contracts';
import { openWorld, type World } from './support/fixtures.js';
import { TestService } from './support/service.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const nested = (depth: number) => `{"record_id":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('bad input', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await TestService.start();
    world = await openWorld(service);
  }, 60_000);
  afterAll(() => service.dispose(), 30_000);

  const token = () => service.tokens.development.verify;
  const record = () => ({ authority_id: world.authorityId, origin: 'o', content: 'c' });
  const verifyPath = '/v1/records/verify';

  /** What is sent, and the code that must come back; as the role that may do it, so that nothing else is wrong. */
  const cases: [string, ErrorCode, () => Promise<{ status: number; body: object }>][] = [
    ['no body', 'request.malformed', () => world.verifier.call('POST', verifyPath)],
    ['an empty body', 'request.malformed', () => world.verifier.post(verifyPath, '')],
    ['half a body', 'request.malformed', () => world.verifier.post(verifyPath, '{"record_id":')],
    ['two bodies', 'request.malformed', () => world.verifier.post(verifyPath, '{}{}')],
    ['a nesting of 33', 'request.malformed', () => world.verifier.post(verifyPath, nested(33))],
    ['a nesting of 32', 'request.invalid', () => world.verifier.post(verifyPath, nested(32))],
    ['a list', 'request.invalid', () => world.verifier.post(verifyPath, [])],
    ['a text', 'request.invalid', () => world.verifier.post(verifyPath, '"rec_example"')],
    ['null', 'request.invalid', () => world.verifier.post(verifyPath, 'null')],
    ['no member', 'request.invalid', () => world.verifier.post(verifyPath, {})],
    ['an empty id', 'request.invalid', () => world.verifier.post(verifyPath, { record_id: '' })],
    ['a number for an id', 'request.invalid', () => world.verifier.post(verifyPath, { record_id: 1 })],
    ['an unknown member', 'request.invalid', () => world.verifier.post(verifyPath, { record_id: 'r', x: 1 })],
    [
      'an empty scope',
      'request.invalid',
      () => world.verifier.post(verifyPath, { record_id: 'r', evidence_scope: [] }),
    ],
    [
      'an unknown scope',
      'request.invalid',
      () => world.verifier.post(verifyPath, { record_id: 'r', evidence_scope: ['secrets'] }),
    ],
    [
      'a repeated scope',
      'request.invalid',
      () => world.verifier.post(verifyPath, { record_id: 'r', evidence_scope: ['state', 'state'] }),
    ],
    [
      'a scope that is no list',
      'request.invalid',
      () => world.verifier.post(verifyPath, { record_id: 'r', evidence_scope: 'state' }),
    ],
    [
      '__proto__',
      'request.invalid',
      () => world.verifier.post(verifyPath, '{"record_id":"r","__proto__":{"evidence_scope":["state"]}}'),
    ],
    ['NUL in an id', 'request.invalid', () => world.verifier.post(verifyPath, { record_id: 'rec_\0' })],
    ['a lone surrogate', 'request.invalid', () => world.verifier.post(verifyPath, '{"record_id":"\\ud800"}')],
    [
      'an id that nothing has',
      'record.not_found',
      () => world.verifier.post(verifyPath, { record_id: "' OR 1=1" }),
    ],
    [
      'a very long id',
      'record.not_found',
      () => world.verifier.post(verifyPath, { record_id: 'x'.repeat(9_000) }),
    ],
    ['NUL in a path', 'record.not_found', () => world.reader.get('/v1/records/rec_%00')],
    ['a very long path', 'record.not_found', () => world.reader.get(`/v1/records/${'x'.repeat(5_000)}`)],
    ['a batch of none', 'request.invalid', () => world.verifier.post(`${verifyPath}/batch`, { records: [] })],
    [
      'a batch of 101',
      'request.invalid',
      () => world.verifier.post(`${verifyPath}/batch`, { records: Array(101).fill({ record_id: 'r' }) }),
    ],
    [
      'both contents',
      'request.invalid',
      () => world.admin.post('/v1/records', { ...record(), content_digest: DIGEST }),
    ],
    [
      'neither content',
      'request.invalid',
      () => world.admin.post('/v1/records', { ...record(), content: undefined }),
    ],
    [
      'an upper-case digest',
      'request.invalid',
      () =>
        world.admin.post('/v1/records', {
          ...record(),
          content: undefined,
          content_digest: DIGEST.toUpperCase(),
        }),
    ],
    [
      'a day that is none',
      'request.invalid',
      () => world.admin.post('/v1/records', { ...record(), expires_at: '2090-02-30T00:00:00Z' }),
    ],
    [
      'a time without a zone',
      'request.invalid',
      () => world.admin.post('/v1/records', { ...record(), expires_at: '2090-01-01T00:00:00' }),
    ],
    [
      'an expiry in the past',
      'request.invalid',
      () => world.admin.post('/v1/records', { ...record(), expires_at: '2000-01-01T00:00:00Z' }),
    ],
    [
      'an authority that nobody has',
      'authority.not_found',
      () => world.admin.post('/v1/records', { ...record(), authority_id: 'aut_missing' }),
    ],
    ['a public key', 'request.invalid', () => world.admin.post('/v1/authorities', { public_key: 'x' })],
    [
      'an empty reason',
      'request.invalid',
      () => world.admin.post('/v1/records/rec_example/revoke', { reason: '' }),
    ],
    [
      'a reason of 501',
      'request.invalid',
      () => world.admin.post('/v1/records/rec_example/revoke', { reason: 'x'.repeat(501) }),
    ],
    [
      'a weak If-Match',
      'request.invalid',
      () => world.admin.post('/v1/records/rec_example/revoke', { reason: 'r' }, { 'if-match': 'W/"1"' }),
    ],
    ['a limit of 0', 'request.invalid', () => world.reader.get('/v1/records?limit=0')],
    ['a limit of 101', 'request.invalid', () => world.reader.get('/v1/records?limit=101')],
    ['a limit that is none', 'request.invalid', () => world.reader.get('/v1/records?limit=ten')],
    ['two limits', 'request.invalid', () => world.reader.get('/v1/records?limit=1&limit=2')],
    ['a foreign cursor', 'request.invalid', () => world.reader.get('/v1/records?cursor=abc')],
    ['an unknown filter', 'request.invalid', () => world.reader.get('/v1/records?colour=red')],
    ['NUL in a filter', 'request.invalid', () => world.reader.get('/v1/records?authority_id=%00')],
    ['a path that is none', 'route.not_found', () => world.reader.get('/v1/recordz')],
    ['a path of another case', 'route.not_found', () => world.reader.get('/V1/records')],
    ['a broken escape in a path', 'route.not_found', () => world.reader.get('/v1/records/%ff')],
    ['a method that is none', 'request.method_not_allowed', () => world.reader.call('DELETE', '/v1/records')],
    [
      'GET on verify',
      'request.method_not_allowed',
      () => world.verifier.call('PUT', verifyPath, { body: {} }),
    ],
    [
      'another media type',
      'request.unsupported_media_type',
      () => world.verifier.post(verifyPath, '{}', { 'content-type': 'text/plain' }),
    ],
    [
      'another charset',
      'request.unsupported_media_type',
      () => world.verifier.post(verifyPath, '{}', { 'content-type': 'application/json; charset=latin1' }),
    ],
    [
      'a compressed body',
      'request.unsupported_media_type',
      () => world.verifier.post(verifyPath, '{}', { 'content-encoding': 'gzip' }),
    ],
    [
      'Accept: text/html',
      'request.not_acceptable',
      () => world.verifier.post(verifyPath, {}, { accept: 'text/html' }),
    ],
    ['65 KiB', 'request.too_large', () => world.verifier.post(verifyPath, { record_id: 'x'.repeat(66_000) })],
    [
      '1.1 MiB to a batch',
      'request.too_large',
      () => world.verifier.post(`${verifyPath}/batch`, `"${'x'.repeat(1_100_000)}"`),
    ],
    ['no credential', 'authentication.missing', () => world.anonymous.post(verifyPath, {})],
    [
      'another scheme',
      'authentication.invalid',
      () => world.anonymous.post(verifyPath, {}, { authorization: 'Basic eDp5' }),
    ],
    [
      'a token with a typo',
      'authentication.invalid',
      () => world.anonymous.as(`${token().slice(0, -1)}!`).post(verifyPath, {}),
    ],
    [
      'a token of nobody',
      'authentication.invalid',
      () => world.anonymous.as(token().replace(/_[^_]{4}/, '_AAAA')).post(verifyPath, {}),
    ],
    [
      'a reader that verifies',
      'authority.insufficient_scope',
      () => world.reader.post(verifyPath, { record_id: 'r' }),
    ],
    [
      'a verifier that reads',
      'authority.insufficient_scope',
      () => world.verifier.get('/v1/records/rec_example'),
    ],
    [
      'a reader that writes',
      'authority.insufficient_scope',
      () => world.reader.post('/v1/records', record()),
    ],
    [
      'an admin that operates',
      'authority.insufficient_scope',
      () => world.admin.post('/v1/projects', { name: 'x' }),
    ],
    [
      'an operator that verifies',
      'authority.insufficient_scope',
      () => world.operator.post(verifyPath, { record_id: 'r' }),
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
    expect(await codeOf(world.anonymous.post(verifyPath, '{broken'))).toBe('authentication.missing');
    expect(await codeOf(world.reader.post(verifyPath, '{broken'))).toBe('authority.insufficient_scope');
    expect(await codeOf(world.anonymous.get('/nowhere'))).toBe('route.not_found');
    expect(await codeOf(world.anonymous.call('PATCH', verifyPath))).toBe('request.method_not_allowed');
    expect(await codeOf(world.anonymous.post(verifyPath, 'x'.repeat(70_000)))).toBe('request.too_large');
  });

  it('names the scope that is required and the scopes that are held', async () => {
    const { status, body, headers } = await world.reader.post(verifyPath, { record_id: 'rec_example' });
    expect(status).toBe(403);
    expect(body['error']).toMatchObject({ scope_required: 'verify', scope_held: ['read'] });
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="verify"');
  });

  it('names every member that is wrong', async () => {
    const { body } = await world.admin.post('/v1/records/batch', {
      records: [record(), { origin: 7, extra: 1 }],
    });
    expect(body['error'].details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'records[1].authority_id',
      'records[1].extra',
      'records[1].origin',
    ]);
  });

  it.each([
    ['what is not HTTP', 'request.malformed', 'nonsense\r\n\r\n'],
    [
      'headers of 20 KiB',
      'request.headers_too_large',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'a length that is no number',
      'request.malformed',
      'POST /v1/records/verify HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
    ],
    [
      'two ways to tell the length',
      'request.malformed',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s on the wire is answered with %s', async (_, code, text) => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(text);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect(received).toContain(`"code":"${code}"`);
    expect(received).toMatch(/service-request-id: req_/i);
  });
});
