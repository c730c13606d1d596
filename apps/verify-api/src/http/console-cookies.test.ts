import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { consoleEnvironment, cookiesFor, dropForeignCookies } from './console-cookies.js';

describe('the environment of the Console', () => {
  it('is that of a path by its very letters', () => {
    expect(consoleEnvironment('/console/production/api/session')).toBe('production');
    expect(consoleEnvironment('/console/development?a')).toBe('development');
    expect(consoleEnvironment('/console/production')).toBe('production');
  });

  it.each([
    '/console/%70roduction/api',
    '/console//production/api',
    '/Console/production/api',
    '/console/productions',
    '/console/./production/',
    'http://x/console/production/',
    '/v1/console/production/',
  ])('is none of %s', (url) => expect(consoleEnvironment(url)).toBeNull());
});

describe('the cookies of a request', () => {
  const all =
    'a=1; console-development=d; __Host-console-production=p; console-production-oidc=o; b=console-production';

  it('are those of the asked Console, beside those of others', () => {
    expect(cookiesFor('development', all)).toBe('a=1; console-development=d; b=console-production');
    expect(cookiesFor(null, all)).toBe('a=1; b=console-production');
    expect(cookiesFor(null, 'console-development-device=x')).toBeUndefined();
    expect(cookiesFor(null, ' console-production =x;console-development')).toBeUndefined();
  });

  it('are dropped also where another process reads them', () => {
    const rawHeaders = ['Host', 'x', 'COOKIE', all, 'Accept', '*'];
    const request = {
      url: '/console/production/',
      headers: { cookie: all },
      rawHeaders,
    } as unknown as IncomingMessage;
    dropForeignCookies(request);
    const kept = 'a=1; __Host-console-production=p; console-production-oidc=o; b=console-production';
    expect(request.headers.cookie).toBe(kept);
    expect(rawHeaders).toEqual(['Host', 'x', 'Accept', '*', 'Cookie', kept]);
  });
});
