/**
 * The media type of a route that an `Accept` header prefers; of equally preferred types, the first. Null if the header
 * accepts none of them (RFC 9110, section 12.5.1).
 */
export function preferredType(accept: string | undefined, produced: readonly string[]): string | null {
  const [first = null] = produced;
  if (accept === undefined || accept === '*/*' || accept === first) return first;
  const ranges = accept.split(',').map(readRange);
  let preferred: string | null = null;
  let highest = 0;
  for (const type of produced) {
    const quality = qualityOf(type, ranges);
    if (quality > highest) [preferred, highest] = [type, quality];
  }
  return preferred;
}

interface Range {
  type: string;
  quality: number;
}

/** Something acceptable with its weight, of this header or `Accept-Encoding`. */
export function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weights = parameters.flatMap((parameter) => /^q=(\d(?:\.\d{0,3})?)$/.exec(parameter)?.[1] ?? []);
  return { type, quality: weights.length === 0 ? 1 : Number(weights[0]) };
}

/** The most specific range that matches a type decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family = ''] = type.split('/');
  const fitting = [type, `${family}/*`, '*/*'].flatMap(
    (wanted) => ranges.find((range) => range.type === wanted) ?? [],
  );
  return fitting[0]?.quality ?? 0;
}
