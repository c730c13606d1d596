import { percentile } from '../../percentiles.ts';

/** The outcome of a number of requests. */
export interface Figures {
  readonly requests: number;
  /** Reasons, each with how often. */
  readonly failures: ReadonlyMap<string, number>;
  /** Milliseconds. */
  readonly median: number;
  readonly slowest: number;
}

/** @param times milliseconds of each request. @param reasons of those that failed. */
export function figuresOf(times: readonly number[], reasons: readonly string[]): Figures {
  const failures = new Map<string, number>();
  for (const reason of reasons) failures.set(reason, (failures.get(reason) ?? 0) + 1);
  return {
    requests: times.length,
    failures,
    median: percentile(times, 0.5),
    slowest: percentile(times, 1),
  };
}

/** The figures of the two kinds of requests. */
export interface LoadFigures {
  readonly verifications: Figures;
  readonly writes: Figures;
}

/** A line for each kind. */
export function inLines({ verifications, writes }: LoadFigures): string[] {
  return [`verifications: ${inWords(verifications)}`, `writes: ${inWords(writes)}`];
}

/** The figures in one line. */
export function inWords({ requests, failures, median, slowest }: Figures): string {
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const reasons = [...failures].map(([reason, count]) => `${count} ${reason}`).join(', ');
  const all = `${requests} requests, ${failed} failed${failed > 0 ? ` (${reasons})` : ''}`;
  return `${all}, median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`;
}
