/** The announced end of an operation. */
export interface Deprecation {
  /** Day since which no client should begin to use it, such as `2027-01-31`. */
  readonly since: string;
  /** Day from which it may be removed, at least a year later; missing while none is set. */
  readonly sunset?: string;
  /** What to use in its place, as a sentence. */
  readonly instead: string;
}

/** Page that tells clients what to do about a deprecation. */
const GUIDE = '/docs/versioning';

/** Header fields that announce the deprecation in every answer of the operation (RFC 9745, RFC 8594). */
export function deprecationFields({ since, sunset }: Deprecation): Record<string, string> {
  const relations = ['deprecation', ...(sunset === undefined ? [] : ['sunset'])];
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: relations.map((relation) => `<${GUIDE}>; rel="${relation}"; type="text/html"`).join(', '),
  };
}

/** The deprecation in words. */
export function deprecationSentence({ since, sunset, instead }: Deprecation): string {
  const end = sunset === undefined ? '' : ` It may be gone from ${sunset} on.`;
  return `Deprecated since ${since}.${end} ${instead}`;
}
