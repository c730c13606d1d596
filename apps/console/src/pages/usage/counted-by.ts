import type { Counted } from '../../charts/stacks.js';
import type { UsageEntry } from './usage-totals.js';

/** Usage as it is drawn: how many items of each name there were in each hour or day. */
export function countedBy(entries: readonly UsageEntry[], nameOf: (entry: UsageEntry) => string): Counted[] {
  return entries.map((entry) => ({ start: entry.start, name: nameOf(entry), count: entry.items }));
}
