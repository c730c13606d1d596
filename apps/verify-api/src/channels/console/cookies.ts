import type { IncomingMessage } from 'node:http';
import { ENVIRONMENTS, type Environment } from '@service/contracts';

const ROOT = new RegExp(`^/console/(${ENVIRONMENTS.join('|')})(?=[/?]|$)`);

/**
 * The environment whose Console a request’s target names, compared letter by letter: another spelling of the same path, such
 * as one with `%70`, names no Console.
 */
export function consoleEnvironment(url: string): Environment | null {
  return (ROOT.exec(url)?.[1] as Environment | undefined) ?? null;
}

/** Every name that a cookie of the Console has, in any form, with its environment. */
const OWN_COOKIE = new RegExp(`^(?:__Host-)?console-(${ENVIRONMENTS.join('|')})(?:-oidc|-device)?$`);

/** A `Cookie` header without the Console’s cookies of other environments; undefined where nothing is left. */
export function cookiesFor(environment: Environment | null, header: string): string | undefined {
  const kept = header.split(';').filter((pair) => {
    const owner = OWN_COOKIE.exec(splitPair(pair)[0])?.[1];
    return owner === undefined || owner === environment;
  });
  return kept.length === 0 ? undefined : kept.map((pair) => pair.trim()).join('; ');
}

/**
 * Removes the cookies of Consoles from a request; one to this environment's Console keeps the cookies of this environment.
 * Browsers send the cookies of every Console on a host to all of them, and none must see the session of another one.
 */
export function dropForeignCookies({ headers, url = '' }: IncomingMessage, environment: Environment): void {
  if (headers.cookie === undefined) return;
  const kept = cookiesFor(consoleEnvironment(url) === environment ? environment : null, headers.cookie);
  if (kept === undefined) delete headers.cookie;
  else headers.cookie = kept;
}

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

/** The name and the value of a pair in a `Cookie` header. */
function splitPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
}
