import type { Pool } from 'pg';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/** What one page looks at before it ends early. */
const MOST_BLOCKS = 2_000;
const MOST_LINES = 100_000;

/** Some interactions of a search. */
export interface FoundInteractions {
  data: ShownInteraction[];
  /** The key below which the search goes on; null where it is over. */
  below: string | null;
}

/**
 * Up to `limit` interactions of a project, newest first. A search that would take long to find so many ends early,
 * and goes on below the key that it answers. Interactions that are kept meanwhile neither move nor repeat others.
 */
export async function listInteractions(
  pool: Pool,
  search: LineSearch,
  limit: number,
  mostLines = MOST_LINES,
): Promise<FoundInteractions> {
  const data: ShownInteraction[] = [];
  let last = search.range.below;
  for await (const { lines, until, blocks, scanned } of newestLines(pool, search)) {
    for (const line of lines) {
      if (data.length === limit) return { data, below: last };
      data.push(shownInteraction(line));
      last = line.key;
    }
    const tired = blocks >= MOST_BLOCKS || scanned >= mostLines;
    // A page of nothing must lead on at least: its place has to lie before the one it began at.
    if (tired && until !== '' && until < last) {
      return { data, below: data.length === limit ? last : until };
    }
  }
  return { data, below: null };
}
