/**
 * Characters that change how those around them are shown, or show nothing: controls, directions, joiners, blanks of no
 * width, variants. A text of a stranger could spell another one with them.
 */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Controls that lay a text out, as an answer of several lines has them. */
const LAYOUT = new Set(['\n', '\t']);

/** A stranger’s text, as the reader can see it: what deceives is spelled out, as `⟨U+202E⟩`. */
export function shown(text: string): string {
  return text.replaceAll(DECEIVING, (character) => {
    if (LAYOUT.has(character)) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, '0')}⟩`;
  });
}

/** The beginning of a long text, not cut within a character; null where it is short enough. */
export function cut(text: string, length: number): string | null {
  if (text.length <= length) return null;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** The address that a stranger’s text may be linked to: `https:` alone, and nobody’s password; null for all else. */
export function safeAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return text === shown(text) ? url : null;
}
