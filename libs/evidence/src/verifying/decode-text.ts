/**
 * Decodes UTF-8; a text is returned unchanged.
 * @throws TypeError on invalid UTF-8: with replacement characters two readers could see different texts.
 */
export function decodeText(input: string | Uint8Array): string {
  if (typeof input === 'string') return input;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    throw new TypeError('it is not UTF-8');
  }
}
