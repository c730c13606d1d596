import type { IncomingMessage } from 'node:http';
import { ENVIRONMENTS, type Environment } from '@service/contracts';

const ROOT = new RegExp(`^/console/(${ENVIRONMENTS.join('|')})(?=[/?]|$)`);

/**
 * The environment whose Console a request’s target names, by its very letters: another spelling of the same path, such
 * as one with `%70`, is none of the Console’s.
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

/** The name and the value of a pair in a `Cookie` header. */
export function splitPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
}
