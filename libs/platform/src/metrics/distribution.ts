import type { Exemplar } from './family.js';

/** Upper bounds of a histogram’s buckets for durations of milliseconds to seconds. */
export const DURATION_BOUNDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * The values of a histogram with one set of labels. An observation allocates nothing, because hot paths make one for
 * each request.
 */
export class Distribution {
  /** Number of values in each bucket; the last is for infinity. */
  readonly counts: number[];
  /** For each bucket, the newest measurement with a sampled trace (exemplar). */
  readonly exemplars: (Exemplar | undefined)[];
  sum = 0;

  /** @param bounds ascending. */
  constructor(readonly bounds: readonly number[] = DURATION_BOUNDS) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
    this.exemplars = Array.from({ length: bounds.length + 1 });
  }

  /** @param traceId of a sampled trace; other traces are not stored. */
  observe(value: number, traceId: string | null = null): void {
    const { bounds, counts } = this;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index += 1;
    counts[index] = (counts[index] as number) + 1;
    this.sum += value;
    if (traceId !== null) this.exemplars[index] = { traceId, value, at: Date.now() };
  }
}

/** Distributions by a key for their labels. */
export class Distributions<Labels extends Readonly<Record<string, string>>> {
  private readonly known = new Map<string, { labels: Labels; value: Distribution }>();

  /** The distribution of a key; `labelsOf` gives its labels the first time. */
  at(key: string, labelsOf: () => Labels): Distribution {
    let entry = this.known.get(key);
    if (entry === undefined) {
      entry = { labels: labelsOf(), value: new Distribution() };
      this.known.set(key, entry);
    }
    return entry.value;
  }

  entries(): readonly { labels: Labels; value: Distribution }[] {
    return [...this.known.values()];
  }
}
