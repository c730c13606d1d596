import { StartError } from '@service/platform/errors';

/** What can be measured by itself: `npm run bench -- verify writes`. */
const PARTS = [
  'start',
  'verify',
  'client',
  'growth',
  'refusals',
  'writes',
  'cold',
  'rebuild',
  'log',
  'tracing',
  'deliveries',
  'backlog',
  'replicas',
  'peers',
  'flood',
] as const;
export type Part = (typeof PARTS)[number];

/** The named parts; all parts without a name.
 *  @throws StartError for an unknown name. */
export function readParts(words: readonly string[]): ReadonlySet<Part> {
  const parts = words.map((word) => {
    const part = PARTS.find((each) => each === word);
    if (part === undefined) throw new StartError(`${word} is not one of ${PARTS.join(', ')}.`);
    return part;
  });
  return new Set(parts.length === 0 ? PARTS : parts);
}
