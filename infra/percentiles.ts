/** The value that a share of the samples does not exceed; 0 without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What a table shows of latencies in milliseconds. */
export function spread(latencies: readonly number[]): { p50_ms: number; p99_ms: number } {
  return { p50_ms: percentile(latencies, 0.5), p99_ms: percentile(latencies, 0.99) };
}
