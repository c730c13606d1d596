import { StartError } from '@service/platform/errors';

/** Parts that start what they measure themselves. */
const APART = ['cold', 'growth', 'tracing', 'deliveries', 'backlog', 'replicas', 'peers', 'flood'] as const;

/** What can be measured by itself: `npm run bench -- verify writes`. */
const PARTS = ['start', 'verify', 'client', 'refusals', 'writes', 'rebuild', 'log', ...APART] as const;
export type Part = (typeof PARTS)[number];

/** Whether one of the parts is measured at a service that they share. */
export function needsService(parts: ReadonlySet<Part>): boolean {
  return [...parts].some((part) => !APART.some((each) => each === part));
}

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
