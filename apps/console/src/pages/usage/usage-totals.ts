import type { Schemas } from '../../api/client.js';

export type UsageEntry = Schemas['Usage']['data'][number];
export type UsageGroup = 'credential_id' | 'error_code';

/** The total of one operation over the period. */
export interface UsageTotal {
  operation: string;
  outcome: UsageEntry['outcome'];
  /** The value of the grouping; null for none, undefined without a grouping. */
  group: string | null | undefined;
  requests: number;
  items: number;
}

/** Totals over all hours or days, largest first. */
export function totalsOf(entries: readonly UsageEntry[], group: UsageGroup | null): UsageTotal[] {
  const totals = new Map<string, UsageTotal>();
  for (const entry of entries) {
    const { operation, outcome, requests, items } = entry;
    const named = group === null ? undefined : (entry[group] ?? null);
    const key = JSON.stringify([operation, outcome, named]);
    const total = totals.get(key) ?? { operation, outcome, group: named, requests: 0, items: 0 };
    total.requests += requests;
    total.items += items;
    totals.set(key, total);
  }
  return [...totals.values()].sort((a, b) => b.items - a.items || (a.operation < b.operation ? -1 : 1));
}

/** Operations that count as verifications. */
const VERIFYING: ReadonlySet<string> = new Set(['records.verify', 'records.verify_batch']);

export function isVerification({ operation }: Pick<UsageEntry, 'operation'>): boolean {
  return VERIFYING.has(operation);
}

export function itemsOf(entries: readonly Pick<UsageEntry, 'items'>[]): number {
  return entries.reduce((sum, { items }) => sum + items, 0);
}
