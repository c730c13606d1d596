import type { Readable } from 'node:stream';
import { exportedText, type ExportFormatName } from '@service/platform/exports';
import type { Pool } from 'pg';
import { INTERACTION_COLUMNS } from './interaction-columns.js';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/**
 * All interactions that match a search, newest first, one on each line, in some format; as JSON, their links can be computed
 * from them. An error before the first lines are read is thrown here; a later error destroys the stream.
 * @param requireAllowed called before each chunk; what it throws is such an error.
 */
export function exportInteractions(
  pool: Pool,
  search: LineSearch,
  requireAllowed: () => void,
  format?: ExportFormatName,
): Promise<Readable> {
  const pages = shownLines(pool, search);
  return exportedText({ pages, columns: INTERACTION_COLUMNS, requireAllowed }, format);
}

async function* shownLines(pool: Pool, search: LineSearch): AsyncGenerator<readonly ShownInteraction[]> {
  for await (const { lines } of newestLines(pool, search)) yield lines.map(shownInteraction);
}
