import type { UsageEntry } from '../usage/usage-totals.js';

/** Count of an error code. */
export interface Refusal {
  code: string;
  /** Number of requests with this code. */
  count: number;
  /** Whether it is a failure of the service, not a refusal. */
  isFailure: boolean;
}

/** Refusals and failures by code, the most frequent first. */
export function refusalsOf(entries: readonly UsageEntry[]): Refusal[] {
  const counts = new Map<string, Refusal>();
  for (const { outcome, error_code: code, requests } of entries) {
    if (outcome === 'succeeded' || code === null || code === undefined) continue;
    const known = counts.get(code) ?? { code, count: 0, isFailure: outcome === 'failed' };
    known.count += requests;
    counts.set(code, known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
