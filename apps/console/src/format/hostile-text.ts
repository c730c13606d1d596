/**
 * Characters that are invisible or change how others are shown: controls, bidi marks, joiners, zero-width spaces,
 * variation selectors. Untrusted text could imitate other text with them.
 */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Controls that lay out a text: tabs and line breaks. */
const LAYOUT = new Set(['\n', '\t']);

/** Untrusted text with deceptive characters shown as code points, such as `⟨U+202E⟩`. */
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

/** The URL of an untrusted text: `https:` without credentials; null for any other. */
export function safeAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return text === shown(text) ? url : null;
}
