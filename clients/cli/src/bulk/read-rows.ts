import { CommandError } from '../errors.js';
import { openBytes } from '../files.js';
import { csvRows } from './csv.js';

/** One line of a file, as members. */
export interface InputRow {
  line: number;
  value: Record<string, unknown>;
}

/** A file of rows that is being read. */
export interface RowSource {
  rows: AsyncGenerator<InputRow>;
  /** Bytes in total; null where that is unknown. */
  size: number | null;
  /** Bytes read so far. */
  read(): number;
}

/** Opens a table (CSV) or lines of JSON (NDJSON). @throws CommandError */
export async function openRows(file: string, format: string | undefined): Promise<RowSource> {
  const isCsv = (format ?? formatOf(file)) === 'csv';
  const { size, chunks } = await openBytes(file);
  let read = 0;
  const counted = async function* (): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw error instanceof TypeError ? new CommandError(`${file} is not UTF-8.`, { cause: error }) : error;
    }
  };
  const rows = isCsv ? tableRows(csvRows(counted())) : jsonRows(counted());
  return { rows, size, read: () => read };
}

function formatOf(file: string): string {
  const [, format] = /\.(csv|ndjson|jsonl)$/i.exec(file) ?? [];
  if (format === undefined) throw new CommandError('--format must be csv or ndjson for this input.');
  return format.toLowerCase() === 'csv' ? 'csv' : 'ndjson';
}

async function* tableRows(rows: AsyncGenerator<{ line: number; cells: string[] }>): AsyncGenerator<InputRow> {
  let names: string[] | null = null;
  for await (const { line, cells } of rows) {
    if (names === null) {
      names = cells.map((name) => name.trim());
      if (new Set(names).size < names.length) throw new CommandError('The first line names a column twice.');
      if (names.includes('metadata') && names.some((name) => name.startsWith('metadata.')))
        throw new CommandError(
          'The first line has both the column metadata and a column for one of its members.',
        );
    } else {
      if (cells.length !== names.length) {
        throw new CommandError(
          `Line ${line} has ${cells.length} cells, but the first line has ${names.length}.`,
        );
      }
      yield { line, value: membersOf(names, cells) };
    }
  }
}

/** An empty cell is a member that is left out; `metadata.team` is a member of `metadata`. */
function membersOf(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if (name.startsWith('metadata.')) metadata[name.slice('metadata.'.length)] = cell;
    else value[name] = cell;
  }
  return Object.keys(metadata).length === 0 ? value : { ...value, metadata };
}

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<InputRow> {
  let [line, begun] = [0, ''];
  const row = (text: string): InputRow[] => {
    line += 1;
    return text.trim() === '' ? [] : [{ line, value: objectOf(text, line) }];
  };
  for await (const chunk of chunks) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const text of lines) yield* row(text);
  }
  yield* row(begun);
}

function objectOf(text: string, line: number): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new CommandError(`Line ${line} is not a JSON object.`);
}
