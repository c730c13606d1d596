/** Longest `Retry-After` that counts: a day, in milliseconds. */
const AT_MOST_MS = 24 * 60 * 60 * 1_000;
const SECONDS = /^\d{1,15}$/;
/** IMF-fixdate, and the two obsolete forms that a recipient must read too. RFC 9110, section 5.6.7. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Milliseconds of a `Retry-After`, from 0 to a day; null where it is missing or invalid. RFC 9110, section 10.2.3. */
export function parseRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  const asked = SECONDS.test(text)
    ? Number(text) * 1_000
    : HTTP_DATE.test(text)
      ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - now.getTime()
      : Number.NaN;
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), AT_MOST_MS);
}
