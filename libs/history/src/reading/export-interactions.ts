import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { newestLines, type LineSearch } from './newest-lines.js';
import { shownInteraction } from './shown-interaction.js';

/** Bytes that are buffered for a slow reader; only then reading pauses. */
const AHEAD = 65_536;

/**
 * All interactions that match a search, newest first, one on each line. An error before the first lines are read is
 * thrown here; a later error destroys the stream.
 */
export async function exportInteractions(pool: Pool, search: LineSearch): Promise<Readable> {
  const texts = ndjson(pool, search);
  const first = await texts.next();
  return Readable.from(startingWith(first.value ?? '', texts), { objectMode: false, highWaterMark: AHEAD });
}

async function* ndjson(pool: Pool, search: LineSearch): AsyncGenerator<string, undefined> {
  for await (const { lines } of newestLines(pool, search)) {
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(shownInteraction(line))}\n`).join('');
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
