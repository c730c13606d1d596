const DECIMAL = /^(0|[1-9][0-9]{0,15})$/;

/** Reads an ASCII decimal without leading zeros, from 0 to 2^53 - 1; null for any other text. */
export function readDecimal(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}
