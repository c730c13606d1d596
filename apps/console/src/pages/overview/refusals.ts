import type { UsageEntry } from '../usage/usage-totals.js';

/** How often a code was answered. */
export interface Refusal {
  code: string;
  /** How many requests it was the answer of. */
  count: number;
  /** Whether the service failed, and did not refuse. */
  isFailure: boolean;
}

/** What was refused and what failed, by code, the most frequent first. */
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
