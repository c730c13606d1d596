/** Longest `Retry-After` that counts: a day, in milliseconds. */
const AT_MOST_MS = 24 * 60 * 60 * 1_000;
const SECONDS = /^\d+$/;
/** IMF-fixdate, and the two obsolete forms that a recipient must read too. RFC 9110, section 5.6.7. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Milliseconds of a `Retry-After`, from 0 to a day; null where it is missing or invalid. RFC 9110, section 10.2.3. */
export function parseRetryAfter(field: string | undefined, now: Date): number | null {
  const text = field?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  const asked = SECONDS.test(text) ? Number(text) * 1_000 : momentOf(text) - now.getTime();
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), AT_MOST_MS);
}

/** The date in milliseconds since 1970, or NaN. `Date` alone would read 31 February as 3 March. */
function momentOf(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  const moment = new Date(text.endsWith('GMT') ? text : `${text} GMT`);
  return moment.getUTCDate() === Number(/\d+/.exec(text)?.[0]) ? moment.getTime() : Number.NaN;
}
