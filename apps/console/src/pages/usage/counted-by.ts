import type { Counted } from '../../charts/stacks.js';
import type { UsageEntry } from './usage-totals.js';

/** Usage for a chart: the number of items by name, for each hour or day. */
export function countedBy(entries: readonly UsageEntry[], nameOf: (entry: UsageEntry) => string): Counted[] {
  return entries.map((entry) => ({ start: entry.start, name: nameOf(entry), count: entry.items }));
}
