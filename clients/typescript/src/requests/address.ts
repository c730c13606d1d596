import type { QueryValue } from './request-options.js';

/** Base address without a slash at its end.
 *  @throws TypeError where it is no http or https address, or has a query or a user in it. */
export function readBaseUrl(text: string): string {
  const url = parsed(text);
  if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError('baseUrl must be an http(s) address.');
  if (url.search + url.hash + url.username + url.password !== '') {
    throw new TypeError('baseUrl must have no query, fragment or user.');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    // The platform's error repeats the text, which may be the token, if a caller mixed the two up.
    throw new TypeError('baseUrl must be an http(s) address.');
  }
}

/** Path and query of a request. @throws TypeError for a path that leads elsewhere. */
export function addressOf(path: string, query: { readonly [name: string]: QueryValue } = {}): string {
  // `//host` and `/../`, also written `/%2e./`, would leave the service, with the token.
  if (!/^\/(?!\/)/.test(path) || /\/(?:\.|%2e){1,2}(?:\/|$)|[?#\\\s]/i.test(path)) {
    throw new TypeError('A path begins with one / and has no query and no dots as a part.');
  }
  const fields = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairs(name, value)));
  return fields.size === 0 ? path : `${path}?${fields.toString()}`;
}

function pairs(name: string, value: QueryValue | null): [string, string][] {
  if (value === undefined) return [];
  // Null is refused rather than left out: a null cursor, from the last page, would begin the list again.
  if (value === null) throw new TypeError(`${name} is null; leave it out.`);
  return [value].flat().map((each) => [name, String(each)]);
}

/**
 * A path with its variables, each encoded as one segment.
 * @throws TypeError for an empty variable, and for one of dots or with half a character, which would name another path.
 */
export function pathTo(segments: TemplateStringsArray, ...variables: readonly (string | number)[]): string {
  return segments.reduce((path, segment, index) => {
    const variable = String(variables[index - 1] ?? '');
    if (variable === '') throw new TypeError('An id is empty.');
    if (/^\.{1,2}$|\p{Surrogate}/u.test(variable)) {
      throw new TypeError(`${JSON.stringify(variable)} cannot be an id.`);
    }
    return path + encodeURIComponent(variable) + segment;
  });
}

const TILE = /^(?:x\d{3}\/)*\d{3}(?:\.p\/\d{1,3})?$/;

/** The end of a tile's path: its number, unchanged, because it is a path. @throws TypeError where it is malformed. */
export function tilePath(number: string): string {
  if (!TILE.test(number)) throw new TypeError('The number of a tile is like x001/234.p/56.');
  return number;
}
