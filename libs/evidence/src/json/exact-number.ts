// No double needs more digits, and a longer text would cost time.
const LONGEST = 400;

/**
 * Whether a double holds the exact value of a written JSON number, and an integer is within ±(2^53 - 1) (RFC 7493,
 * section 2.2).
 */
export function isExactNumber(written: string): boolean {
  if (written.length > LONGEST) return false;
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return decimalValue(written) === decimalValue(String(value));
}

/** Significant digits and exponent of a decimal without its sign: the same text for the same value. */
function decimalValue(written: string): string {
  const [mantissa, exponent = '0'] = written.replace(/^-/, '').toLowerCase().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const digits = `${whole}${fraction}`;
  const significant = digits.replace(/0+$/, '');
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  const trimmed = significant.replace(/^0+/, '');
  return trimmed === '' ? '0' : `${trimmed}e${scale}`;
}
