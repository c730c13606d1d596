import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import { checkHeaders } from './check-headers.js';

/** The code that these headers are refused with; null if they are accepted. */
function refusal(headers: Record<string, string>, produces?: string): string | null {
  const config = produces === undefined ? {} : { produces: [produces] };
  const request = { headers, routeOptions: { bodyLimit: 1_000, config } } as unknown as FastifyRequest;
  try {
    checkHeaders(request);
    return null;
  } catch (error) {
    refusedWith = (error as ServiceError).message;
    return (error as ServiceError).code;
  }
}

let refusedWith: string;

describe('what a request accepts', () => {
  it.each([
    '*/*',
    'application/json',
    'application/*',
    'Application/JSON',
    'text/html, application/json;q=0.5',
    'text/html, */*; q=0.001',
    'application/json; charset=utf-8',
  ])('may be %j', (accept) => expect(refusal({ accept })).toBeNull());

  it.each([
    'text/html',
    'application/xml, text/*',
    'application/json;q=0',
    '*/*;q=0.000',
    'json',
    'application/js',
  ])('may not be %j', (accept) => expect(refusal({ accept })).toBe('request.not_acceptable'));

  it('need not be given', () => {
    expect(refusal({})).toBeNull();
  });

  it('is compared with what the route answers', () => {
    expect(refusal({ accept: 'text/html' }, 'text/html')).toBeNull();
    expect(refusal({ accept: 'text/*' }, 'text/html')).toBeNull();
    expect(refusal({ accept: 'text/plain' }, 'text/html')).toBe('request.not_acceptable');
    expect(refusedWith).toContain('text/html');
  });
});

describe('a body', () => {
  const length = { 'content-length': '10' };

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset = utf-8 ;',
  ])('may be of type %j', (type) => expect(refusal({ ...length, 'content-type': type })).toBeNull());

  it.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/ld+json',
    '',
    `application/json${' '.repeat(100)}`,
  ])('may not be of type %j', (type) =>
    expect(refusal({ ...length, 'content-type': type })).toBe('request.unsupported_media_type'),
  );

  it('must have a type, with a length or chunked', () => {
    expect(refusal(length)).toBe('request.unsupported_media_type');
    expect(refusal({ 'transfer-encoding': 'chunked' })).toBe('request.unsupported_media_type');
  });

  it('that is missing needs no type', () => {
    expect(refusal({ 'content-length': '0' })).toBeNull();
    expect(refusal({ 'content-type': 'text/plain' })).toBeNull();
  });

  it('may not be compressed', () => {
    const json = { ...length, 'content-type': 'application/json' };
    expect(refusal({ ...json, 'content-encoding': 'gzip' })).toBe('request.unsupported_media_type');
    expect(refusal({ ...json, 'content-encoding': 'Identity' })).toBeNull();
  });

  it('may be as long as the route allows', () => {
    const json = { 'content-type': 'application/json' };
    expect(refusal({ ...json, 'content-length': '1000' })).toBeNull();
    expect(refusal({ ...json, 'content-length': '1001' })).toBe('request.too_large');
    expect(refusedWith).toContain('1000 bytes');
  });
});

describe('an expectation', () => {
  it.each(['100-continue', '100-Continue'])('may be %j', (expectation) => {
    expect(refusal({ expect: expectation })).toBeNull();
  });

  it.each(['', 'magic', '100-continue, magic', '200-ok'])('may not be %j', (expectation) => {
    expect(refusal({ expect: expectation })).toBe('request.malformed');
    expect(refusedWith).toContain('Expect');
  });
});

describe('the order of checks', () => {
  it('is the accepted type, the body’s type, its length', () => {
    const all = { accept: 'text/html', 'content-type': 'text/plain', 'content-length': '9999' };
    expect(refusal(all)).toBe('request.not_acceptable');
    expect(refusal({ ...all, accept: '*/*' })).toBe('request.unsupported_media_type');
    expect(refusal({ ...all, accept: '*/*', 'content-type': 'application/json' })).toBe('request.too_large');
  });
});
