import { Readable } from 'node:stream';
import { csvRow, type CsvCell } from './csv.js';

/** The formats of an export. */
export const EXPORTED_AS = ['ndjson', 'csv'] as const;
export type ExportFormatName = (typeof EXPORTED_AS)[number];

/** The columns of a table, each with its value of an item. */
export type ExportColumns<Item> = Readonly<Record<string, (item: Item) => CsvCell>>;

/** Items for an export, one on each line. */
export interface Export<Item> {
  /** The items, in order. */
  pages: AsyncIterable<readonly Item[]>;
  columns: ExportColumns<Item>;
  /** Called before each chunk; an error ends the export. */
  requireAllowed: () => void;
}

/** Bytes that are buffered for a slow reader; only then reading pauses. */
const AHEAD = 65_536;
/** Lines between two checks: after a failed check, the reader gets only what is buffered. */
const LINES_OF_CHUNK = 100;

/**
 * All items as text: each as JSON on a line, or as a row of a table for spreadsheets, whose first row names the columns. An
 * error before the first items are read is thrown here; a later error destroys the stream.
 */
export async function exportedText<Item>(
  items: Export<Item>,
  format: ExportFormatName = 'ndjson',
): Promise<Readable> {
  const head = format === 'csv' ? csvRow(Object.keys(items.columns)) : '';
  const texts = chunks(items, format);
  const first = await texts.next();
  return Readable.from(startingWith(head + (first.value ?? ''), texts), {
    objectMode: false,
    highWaterMark: AHEAD,
  });
}

async function* chunks<Item>(
  { pages, columns, requireAllowed }: Export<Item>,
  format: ExportFormatName,
): AsyncGenerator<string, undefined> {
  const cells = Object.values(columns);
  const line = (item: Item) =>
    format === 'csv' ? csvRow(cells.map((cellOf) => cellOf(item))) : `${JSON.stringify(item)}\n`;
  for await (const items of pages) {
    requireAllowed();
    // Otherwise a long search without results would not notice that its reader has disconnected.
    if (items.length === 0) yield '';
    for (let at = 0; at < items.length; at += LINES_OF_CHUNK) {
      if (at > 0) requireAllowed();
      yield items
        .slice(at, at + LINES_OF_CHUNK)
        .map(line)
        .join('');
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
