import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { InteractionQuery } from '../interaction.query.js';
import { newestLines } from './newest-lines.js';
import { searchOf } from './search-of.js';
import { shownInteraction } from './shown-interaction.js';

/** Bytes that wait for a slow reader, before the next lines are read. */
const AHEAD = 65_536;

/**
 * Everything of a project that a query matches, newest first, an interaction on each line. What goes wrong before
 * the first lines are there is thrown here; what goes wrong later destroys the stream.
 */
export async function exportInteractions(
  pool: Pool,
  projectId: string,
  query: InteractionQuery,
): Promise<Readable> {
  const texts = ndjson(pool, projectId, query);
  const first = await texts.next();
  return Readable.from(startingWith(first.value ?? '', texts), { objectMode: false, highWaterMark: AHEAD });
}

async function* ndjson(
  pool: Pool,
  projectId: string,
  query: InteractionQuery,
): AsyncGenerator<string, undefined> {
  for await (const { lines } of newestLines(pool, searchOf(projectId, query))) {
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
