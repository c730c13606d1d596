import { describe, expect, it } from '@jest/globals';
import { ServiceError, errors, insufficientScope, type ErrorCode } from '@service/contracts';
import { errorBody } from '../../admission/error-body.js';
import { errorHeaders, rawErrorAnswer } from './error-answer.js';

describe('an answer to a request that could not be parsed', () => {
  it('is complete: status line, date, length, and the end of the connection', () => {
    const answer = rawErrorAnswer(new ServiceError('request.malformed', { message: 'Größer.' }));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [status, ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
    expect(status).toBe('HTTP/1.1 400 Bad Request');
    expect(new Date(headers.get('date') ?? '').toUTCString()).toBe(headers.get('date'));
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { error } = JSON.parse(body) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: 'request.malformed', message: 'Größer.' });
    expect(error['request_id']).toBe(headers.get('service-request-id'));
  });
});

describe('the seconds to wait', () => {
  it('are in a header field, and neither in the body nor in the error that is sent to another process', () => {
    const error = new ServiceError('rate.limited', { message: 'Too fast.' }, 17);
    expect(errorHeaders(error)['retry-after']).toBe('17');
    expect(Object.keys(errorBody(error, 'req_1').error)).toEqual(['code', 'message', 'request_id', 'docs']);
    expect(error.toData()).toEqual({ code: 'rate.limited', message: 'Too fast.' });
  });

  it('are one if the service is unavailable, and missing for other errors', () => {
    expect(errorHeaders(new ServiceError('service.unavailable'))['retry-after']).toBe('1');
    expect(errorHeaders(new ServiceError('record.not_found'))['retry-after']).toBeUndefined();
  });
});

describe('a challenge where access tokens are accepted', () => {
  const METADATA = 'https://a/.well-known/oauth-protected-resource/mcp';
  const challengeTo = (error: ServiceError) => errorHeaders(error, METADATA)['www-authenticate'];

  it('says where tokens come from, and which scopes the next one needs', () => {
    const named = `resource_metadata="${METADATA}"`;
    expect(challengeTo(new ServiceError('authentication.missing'))).toBe(`Bearer ${named}`);
    expect(challengeTo(new ServiceError('credential.revoked'))).toBe(
      `Bearer ${named}, error="invalid_token"`,
    );
    expect(challengeTo(insufficientScope('write', ['verify', 'read']))).toBe(
      `Bearer error="insufficient_scope", scope="verify read write", ${named}`,
    );
    expect(challengeTo(new ServiceError('oauth.subject_blocked'))).toBe('Bearer realm="records"');
  });
});

describe('an answer over TLS', () => {
  it('has the additional header fields', () => {
    const answer = rawErrorAnswer(new ServiceError('request.malformed'), {
      'strict-transport-security': 'x',
    });
    expect(answer).toContain('\r\nstrict-transport-security: x\r\n');
  });
});

describe('the challenge of a refusal (RFC 6750, section 3)', () => {
  const challengeOf = (code: ErrorCode, extras = {}) =>
    errorHeaders(new ServiceError(code, extras))['www-authenticate'];

  it.each<[ErrorCode, string]>([
    ['authentication.missing', 'Bearer realm="records"'],
    ['authentication.invalid', 'Bearer error="invalid_token"'],
    ['credential.revoked', 'Bearer error="invalid_token"'],
    ['credential.expired', 'Bearer error="invalid_token"'],
    ['credential.environment_mismatch', 'Bearer realm="records"'],
    ['credential.address_not_allowed', 'Bearer realm="records"'],
    ['project.suspended', 'Bearer realm="records"'],
  ])('of %s is %s', (code, challenge) => expect(challengeOf(code)).toBe(challenge));

  it('names the capability that is missing', () => {
    expect(challengeOf('authority.insufficient_scope', { scope_required: 'write', scope_held: [] })).toBe(
      'Bearer error="insufficient_scope", scope="write"',
    );
  });

  it('is in every 401 and 403, is well-formed, and is in nothing else', () => {
    for (const [code, { status }] of Object.entries(errors)) {
      const challenge = challengeOf(code as ErrorCode);
      if (status === 401 || status === 403)
        expect(challenge).toMatch(/^Bearer \w+="[^"]+"(?:, \w+="[^"]+")*$/);
      else expect([code, challenge]).toEqual([code, undefined]);
    }
  });
});
