import type { Pool } from 'pg';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/** The most blocks and lines that are searched for one page; then it ends early. */
const MOST_BLOCKS = 2_000;
const MOST_LINES = 100_000;

/** A page of the interactions that match a search. */
export interface FoundInteractions {
  data: ShownInteraction[];
  /** The key below which the search continues; null at its end. */
  below: string | null;
}

/**
 * Up to `limit` interactions of a project, newest first. A search that takes long ends early, and the next one
 * continues below the key that it returns. Interactions that are stored meanwhile neither move nor repeat others.
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
    const isLong = blocks >= MOST_BLOCKS || scanned >= mostLines;
    // Even an empty page must make progress: its end must lie below its start.
    if (isLong && until !== '' && until < last) {
      return { data, below: data.length === limit ? last : until };
    }
  }
  return { data, below: null };
}
