import canonicalize from 'canonicalize';

/**
 * The canonical JSON text of a value, RFC 8785 (JCS).
 * @throws Error on a value that JSON cannot hold (NaN, an infinite number, a lone surrogate).
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form.');
  return text;
}
