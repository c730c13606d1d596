/** The end of an operation, announced. */
export interface Deprecation {
  /** Since when nobody should begin to use it: a day, `2027-01-31`. */
  readonly since: string;
  /** From when on it may be gone: a day, at least a year later. Missing as long as none is set. */
  readonly sunset?: string;
  /** What to use in its place, as a sentence. */
  readonly instead: string;
}

/** Where docs tell what a client has to do. */
const GUIDE = '/docs/versioning';

/** The header fields by which every answer of a deprecated operation says so: RFC 9745 and RFC 8594. */
export function deprecationFields({ since, sunset }: Deprecation): Record<string, string> {
  const relations = ['deprecation', ...(sunset === undefined ? [] : ['sunset'])];
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: relations.map((relation) => `<${GUIDE}>; rel="${relation}"; type="text/html"`).join(', '),
  };
}

/** The same in a sentence. */
export function deprecationSentence({ since, sunset, instead }: Deprecation): string {
  const end = sunset === undefined ? '' : ` It may be gone from ${sunset} on.`;
  return `Deprecated since ${since}.${end} ${instead}`;
}
