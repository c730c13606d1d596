import type { Readable } from 'node:stream';
import { exportedText, type ExportColumns, type ExportFormatName } from '@service/platform/exports';
import type { Pool } from 'pg';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/** An export as a table. */
const INTERACTION_COLUMNS: ExportColumns<ShownInteraction> = {
  occurred_at: (line) => line.occurred_at,
  request_id: (line) => line.request_id,
  channel: (line) => line.channel,
  actor_type: (line) => line.actor.type,
  actor_id: (line) => line.actor.id,
  actor_session: (line) => line.actor.session ?? null,
  operation: (line) => line.operation,
  // A refused request can name anything, even with spaces and commas.
  subjects: (line) => JSON.stringify(line.subjects),
  items: (line) => line.items,
  outcome: (line) => line.outcome,
  status: (line) => line.status,
  error_code: (line) => line.error_code,
  duration_ms: (line) => line.duration_ms,
  address: (line) => line.address,
  user_agent: (line) => line.user_agent,
  day: (line) => line.day,
  writer: (line) => line.writer,
  sequence: (line) => line.sequence,
  link: (line) => line.link,
};

/**
 * All interactions that match a search, newest first, one on each line. From the JSON format, the links can be
 * recomputed. An error before the first lines are read is thrown here; a later error destroys the stream.
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
