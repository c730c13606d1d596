/**
 * A text, or the text that bytes are in UTF-8.
 * @throws TypeError where they are not, for a reader that replaced what it cannot read would let others differ.
 */
export function decodeText(input: string | Uint8Array): string {
  if (typeof input === 'string') return input;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    throw new TypeError('it is not UTF-8');
  }
}
