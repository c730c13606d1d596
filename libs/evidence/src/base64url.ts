/**
 * The bytes of a text in base64url without padding (RFC 4648); null unless it is the one text that stands for
 * that many bytes.
 */
export function decodeBase64Url(text: unknown, length: number): Buffer | null {
  if (typeof text !== 'string' || text.length !== Math.ceil((length * 4) / 3)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : null;
}
