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

/**
 * Whether a text is the canonical form of the value that `JSON.parse` read from it. In nearly every text the names are in
 * order, and then the platform's own serialisation is the canonical one; any other text is compared with the form itself.
 * @throws Error as `canonicalJson`.
 */
export function isCanonicalText(text: string, parsed: unknown): boolean {
  // JSON.stringify escapes a lone surrogate, which the canonical form does not have.
  const isPlain = JSON.stringify(parsed) === text && hasOrderedNames(parsed) && !text.includes('\\ud');
  return isPlain || canonicalJson(parsed) === text;
}

function hasOrderedNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(hasOrderedNames);
  let before: string | undefined;
  for (const name of Object.keys(value)) {
    if (before !== undefined && name <= before) return false;
    if (!hasOrderedNames((value as Record<string, unknown>)[name])) return false;
    before = name;
  }
  return true;
}
