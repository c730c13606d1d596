/**
 * Characters that change how the text around them is shown, or that nobody sees: controls but line feed and tab, what
 * renderers leave out (Unicode's Default_Ignorable_Code_Point, with zero-width characters, variation selectors and tags),
 * bidirectional controls (Unicode TR 9) and separators. With them, a text could hide words from a person that a model reads.
 */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu;

/** Text that could be taken for an escaped character. */
const LIKE_ESCAPED = /\\u[0-9a-f]{4}/;

/**
 * A value with every such character of its texts, and of its names, written as `\uXXXX`. Two texts never become one: where
 * a text has such a character, or looks as if it had, its own backslashes are doubled.
 */
export function escapeTexts(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(escapeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visible(name), escapeTexts(each)]));
}

function visible(text: string): string {
  const isPlain = text.search(UNSEEN) === -1 && !LIKE_ESCAPED.test(text);
  return isPlain ? text : escapeMatches(text.replaceAll('\\', '\\\\'), UNSEEN);
}

/** JSON text with every such character written as JSON's own escape: it parses as the same value. */
export function escapeJson(text: string): string {
  return escapeMatches(text, UNSEEN);
}

/** Replaces each character that a global pattern matches by `\uXXXX`. */
export function escapeMatches(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (character) =>
    Array.from({ length: character.length }, (_, at) => codeUnit(character, at)).join(''),
  );
}

function codeUnit(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
