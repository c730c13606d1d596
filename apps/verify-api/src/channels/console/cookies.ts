import type { Environment } from '@service/contracts';
import { splitPair } from '../http/console-cookies.js';

/** The cookies of one environment’s Console. Names differ by environment: browsers send cookies to all ports. */
export interface CookieNames {
  session: string;
  /** Holds what a sign-in by the OIDC provider needs when the browser comes back. */
  oidc: string;
  /** Marks a browser in which an operator signed in before. */
  device: string;
}

/**
 * @param secure whether the Console is reached by https; then browsers bind the cookies to the Console’s host. Otherwise
 *   another host of the site could sign a browser in as somebody else.
 */
export function cookieNames(environment: Environment, secure: boolean): CookieNames {
  const session = `${secure ? '__Host-' : ''}console-${environment}`;
  return {
    session,
    oidc: `${session}-oidc`,
    device: `${session}-device`,
  };
}

/**
 * The value of a request’s cookie. Null without one, and where several have the name: another service on the host may have
 * set one of them.
 */
export function cookieOf(header: string | undefined, name: string): string | null {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key, value] = splitPair(pair);
    return key === name ? [value] : [];
  });
  return values.length === 1 ? (values[0] as string) : null;
}

/** How a cookie of the Console is set. */
export interface CookieTerms {
  secure: boolean;
  /** Path of the Console, such as `/console/development`. */
  path: string;
  sameSite: 'Strict' | 'Lax';
  /** Seconds that the browser keeps it; 0 removes it. */
  maxAge: number;
}

/** A `Set-Cookie` header (RFC 6265). A name that begins with `__Host-` needs `Path=/`. */
export function setCookie(
  name: string,
  value: string,
  { secure, path, sameSite, maxAge }: CookieTerms,
): string {
  const where = name.startsWith('__Host-') ? '/' : path;
  const attributes = [`Path=${where}`, `Max-Age=${maxAge}`, 'HttpOnly', `SameSite=${sameSite}`];
  return [`${name}=${value}`, ...(secure ? ['Secure'] : []), ...attributes].join('; ');
}
