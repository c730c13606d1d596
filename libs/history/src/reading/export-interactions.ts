import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction } from './shown-interaction.js';

/** Bytes that are buffered for a slow reader; only then reading pauses. */
const AHEAD = 65_536;
/** A reader who may not go on is sent no more than this and what is buffered. */
const LINES_OF_CHUNK = 100;

/**
 * All interactions that match a search, newest first, one on each line. An error before the first lines are read is
 * thrown here; a later error destroys the stream.
 * @param requireAllowed called before each chunk; what it throws is such an error.
 */
export async function exportInteractions(
  pool: Pool,
  search: LineSearch,
  requireAllowed: () => void,
): Promise<Readable> {
  const texts = ndjson(pool, search, requireAllowed);
  const first = await texts.next();
  return Readable.from(startingWith(first.value ?? '', texts), { objectMode: false, highWaterMark: AHEAD });
}

async function* ndjson(
  pool: Pool,
  search: LineSearch,
  requireAllowed: () => void,
): AsyncGenerator<string, undefined> {
  for await (const { lines } of newestLines(pool, search)) {
    requireAllowed();
    for (let at = 0; at < lines.length; at += LINES_OF_CHUNK) {
      if (at > 0) requireAllowed();
      const chunk = lines.slice(at, at + LINES_OF_CHUNK);
      yield chunk.map((line) => `${JSON.stringify(shownInteraction(line))}\n`).join('');
    }
  }
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (first !== '') yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
