import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../../interface/idempotency.js';
import { parseOptionalBody } from './json-body.js';
import { idempotencyOf, parseIdempotencyKey } from './request-idempotency.js';

interface Sent {
  credential?: string;
  method?: string;
  url?: string;
  params?: object;
  key?: string;
  ifMatch?: string;
  body?: string;
}

function idempotencyFor(sent: Sent): Idempotency {
  const {
    credential = 'crd_1',
    method = 'POST',
    url = '/v1/records/:id/revoke',
    params = { id: 'a' },
  } = sent;
  const request = {
    raw: { headersDistinct: { 'idempotency-key': [sent.key ?? 'k'] } },
    headers: sent.ifMatch === undefined ? {} : { 'if-match': sent.ifMatch },
    body: Buffer.from(sent.body ?? '{"a":1,"b":[2]}'),
    method,
    params,
    routeOptions: { url },
  };
  return idempotencyOf(request as unknown as FastifyRequest, credential, parseOptionalBody) as Idempotency;
}

const keyOf = (sent: Sent = {}) => idempotencyFor(sent).key;
const digestOf = (sent: Sent = {}) => idempotencyFor(sent).bodyDigest();

describe('the key in a command', () => {
  it('is the same for the same request, and does not reveal the caller’s key', () => {
    expect(keyOf()).toBe(keyOf());
    expect(keyOf({ key: 'secret name' })).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<Sent>([{ credential: 'crd_2' }, { key: 'l' }])('is another for %j', (sent) =>
    expect(keyOf(sent)).not.toBe(keyOf()),
  );

  it('is that of the first part, and another for each further one', () => {
    const whole = idempotencyFor({});
    expect(whole.part(0).key).toBe(whole.key);
    const keys = [whole.key, whole.part(1).key, whole.part(2).key, keyOf({ key: 'k/1' })];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('the digest of a request', () => {
  it('is that of the value, in any notation', () => {
    expect(digestOf({ body: ' {"b": [2.0], "\\u0061": 1}' })).toBe(digestOf());
    expect(idempotencyFor({}).part(1).bodyDigest()).toBe(digestOf());
  });

  it.each<Sent>([
    { method: 'PUT' },
    { url: '/v1/records/:id/suspend' },
    { params: { id: 'b' } },
    { body: '{"a":1,"b":[3]}' },
    { body: '{"a":1}' },
    { ifMatch: '"1"' },
  ])('is another for %j', (sent) => expect(digestOf(sent)).not.toBe(digestOf()));
});

describe('an idempotency key', () => {
  it('may be left out', () => expect(parseIdempotencyKey(undefined)).toBeNull());

  it.each([
    ['a', 'a'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['two words, and a comma', 'two words, and a comma'],
    ['a"b\\', 'a"b\\'],
    ['~'.repeat(255), '~'.repeat(255)],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ])('%j is %j', (field, key) => expect(parseIdempotencyKey([field])).toBe(key));

  it.each(['', '""', '"', '"abc', '"a"b"', '"a\\b"', '"abc";p=1', 'a'.repeat(256), 'ä', 'a\tb', 'a\u007f'])(
    'is not %j',
    (field) => expectRefusal([field]),
  );

  it('is refused if there are several fields', () => {
    expectRefusal(['a', 'b']);
    expectRefusal(['a', 'a']);
  });
});

function expectRefusal(fields: string[]): void {
  expect(() => parseIdempotencyKey(fields)).toThrow(
    expect.objectContaining({
      code: 'request.invalid',
      extras: { details: [expect.objectContaining({ field: 'Idempotency-Key' })] },
    }),
  );
}
