import type { Pool } from 'pg';
import { encodeCursor, type Page, type TimeKey } from '../../http/pagination.js';
import type { InteractionQuery } from '../interaction.query.js';
import { newestLines } from './newest-lines.js';
import { searchOf } from './search-of.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/** What one page looks at before it ends early. */
const MOST_BLOCKS = 2_000;
const MOST_LINES = 100_000;

/**
 * A page of a project's interactions, newest first. One that would take long to fill ends early, and its cursor
 * leads on from where it ended. Interactions that are kept meanwhile neither move nor repeat others.
 */
export async function listInteractions(
  pool: Pool,
  projectId: string,
  query: InteractionQuery,
  mostLines = MOST_LINES,
): Promise<Page<ShownInteraction>> {
  const search = searchOf(projectId, query);
  const data: ShownInteraction[] = [];
  let last = search.range.below;
  for await (const { lines, until, blocks, scanned } of newestLines(pool, search)) {
    for (const line of lines) {
      if (data.length === query.limit) return { data, next_cursor: cursorAt(last) };
      data.push(shownInteraction(line));
      last = line.key;
    }
    const tired = blocks >= MOST_BLOCKS || scanned >= mostLines;
    // A page of nothing must lead on at least: its place has to lie before the one it began at.
    if (tired && until !== '' && until < last) {
      return { data, next_cursor: cursorAt(data.length === query.limit ? last : until) };
    }
  }
  return { data, next_cursor: null };
}

function cursorAt(key: string): string {
  const place: TimeKey = [key.slice(0, 24), key.slice(25)];
  return encodeCursor(place);
}
