import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import {
  consoleEnvironment,
  cookieNames,
  cookieOf,
  cookiesFor,
  dropForeignCookies,
  setCookie,
} from './cookies.js';

describe('a cookie of the Console', () => {
  it('is bound to its host over https, and to its path over http', () => {
    const terms = { path: '/console/production', sameSite: 'Strict', maxAge: 60 } as const;
    const secure = cookieNames('production', true).session;
    expect(setCookie(secure, 'x', { ...terms, secure: true })).toBe(
      '__Host-console-production=x; Secure; Path=/; Max-Age=60; HttpOnly; SameSite=Strict',
    );
    const plain = cookieNames('production', false).session;
    expect(setCookie(plain, 'x', { ...terms, secure: false })).toBe(
      'console-production=x; Path=/console/production; Max-Age=60; HttpOnly; SameSite=Strict',
    );
  });

  it('is bound to its host whatever it is for, so that no other host of the site sets one', () => {
    expect(Object.values(cookieNames('production', true))).toEqual([
      '__Host-console-production',
      '__Host-console-production-oidc',
      '__Host-console-production-device',
    ]);
  });

  it('is read where there is one of its name', () => {
    expect(cookieOf('a=1; console-production=x=y; b', 'console-production')).toBe('x=y');
    expect(cookieOf('xconsole-production=x', 'console-production')).toBeNull();
    expect(cookieOf(undefined, 'console-production')).toBeNull();
  });

  it('is none where somebody else on the host may have set a second one', () => {
    expect(cookieOf('console-production=x; console-production=y', 'console-production')).toBeNull();
  });
});

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

  const OWN = 'a=1; __Host-console-production=p; console-production-oidc=o; b=console-production';
  const FOREIGN = 'a=1; b=console-production';

  it.each([
    ['its own Console', '/console/production/api/session', OWN],
    ['the Console of another environment', '/console/development/api/session', FOREIGN],
    ['its interface', '/v1/records/rec_1', FOREIGN],
    ['another spelling of its Console', '/console/%70roduction/', FOREIGN],
  ])('are dropped where others made them, at a process that is asked for %s', (_, url, kept) => {
    const request = { url, headers: { host: 'x', cookie: all } } as IncomingMessage;
    dropForeignCookies(request, 'production');
    expect(request.headers).toEqual({ host: 'x', cookie: kept });
  });

  it('are no header any more where none is left, and none where there was none', () => {
    for (const headers of [{ host: 'x', cookie: 'console-development=d' }, { host: 'x' }]) {
      const request = { url: '/console/production/', headers } as IncomingMessage;
      dropForeignCookies(request, 'production');
      expect(request.headers).toEqual({ host: 'x' });
    }
  });
});
