import { describe, expect, it } from '@jest/globals';
import { cookieNames, cookieOf, setCookie } from './cookies.js';

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
