import { stat, readdir } from 'node:fs/promises';
import { EvidenceError, parseStrictJson } from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { openBytes } from '../files.js';
import { csvRows, type CsvRow } from './csv.js';
import { LONGEST, TOO_LONG, type InputRow, type RowSource } from './input-row.js';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { say } from '../output/print.js';

/** Opens a table (CSV), lines of JSON (NDJSON), or a folder whose files are hashed. @throws CommandError */
export async function openRows(file: string, format: string | undefined): Promise<RowSource> {
  if ((await stat(file).catch(() => null))?.isDirectory() === true) return openFolder(file);
  const isCsv = (format ?? formatOf(file)) === 'csv';
  const { size, chunks } = await openBytes(file);
  let read = 0;
  const counted = async function* (): AsyncGenerator<string> {
    let decode: ((chunk?: Buffer) => string) | undefined;
    for await (const chunk of chunks) {
      read += chunk.length;
      decode ??= decoderOf(encodingOf(chunk));
      yield decode(chunk);
    }
    if (decode !== undefined) yield decode();
  };
  const rows = isCsv ? tableRows(csvRows(counted())) : jsonRows(counted());
  return { rows, size, read: () => read };
}

function decoderOf(encoding: string): (chunk?: Buffer) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

/** By the byte order mark, as spreadsheets write it, or by the first character, which is one of ASCII. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

/** What is wrong with the text of a line; null if nothing. A byte that is no text was decoded to U+FFFD. */
function faultOf(text: string): string | null {
  if (text.length > LONGEST) return TOO_LONG;
  return text.includes('\ufffd') ? 'it has a byte that is no UTF-8 (or U+FFFD)' : null;
}

/** A line as it is sent; it is refused where its JSON is too long. */
function sendable(line: number, value: Record<string, unknown>): InputRow {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) > LONGEST ? faulty(line, json, TOO_LONG) : { line, value };
}

function faulty(line: number, text: string, fault: string): InputRow {
  // The text tells the results of this line from those of another one.
  return { line, value: { text }, fault: `${fault}.` };
}

function formatOf(file: string): string {
  const [, format] = /\.(csv|ndjson|jsonl)$/i.exec(file) ?? [];
  if (format === undefined) throw new CommandError('--format must be csv or ndjson for this input.');
  return format.toLowerCase() === 'csv' ? 'csv' : 'ndjson';
}

async function* tableRows(rows: AsyncGenerator<CsvRow>): AsyncGenerator<InputRow> {
  let names: string[] | null = null;
  for await (const { line, cells, fault } of rows) {
    if (names === null) {
      if (fault !== null) throw new CommandError(`Line ${line} cannot be read: ${fault}.`);
      names = cells.map((name) => name.trim());
      if (new Set(names).size < names.length) throw new CommandError('The first line names a column twice.');
      if (names.includes('metadata') && names.some((name) => name.startsWith('metadata.')))
        throw new CommandError(
          'The first line has both the column metadata and a column for one of its members.',
        );
    } else {
      const text = cells.join();
      const counted = `it has ${cells.length} cells, but the first line has ${names.length}`;
      const wrong = fault ?? faultOf(text) ?? (cells.length === names.length ? null : counted);
      yield wrong === null ? sendable(line, membersOf(names, cells)) : faulty(line, text, wrong);
    }
  }
}

/** An empty cell is a member that is left out; `metadata.team` is a member of `metadata`. */
function membersOf(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const members: [string, string][] = [];
  const metadata: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if (name.startsWith('metadata.')) metadata.push([name.slice('metadata.'.length), cell]);
    else members.push([name, cell]);
  }
  // An assignment would lose a column that is named __proto__.
  const value = Object.fromEntries(members);
  return metadata.length === 0 ? value : { ...value, metadata: Object.fromEntries(metadata) };
}

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<InputRow> {
  let [line, begun] = [0, ''];
  const row = (text: string): InputRow[] => {
    line += 1;
    return text.length <= LONGEST && text.trim() === '' ? [] : [rowOf(text, line)];
  };
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    // What lies behind the bound is dropped: a file may have no line feed at all.
    lines[0] = begun.length > LONGEST ? begun : begun + (lines[0] ?? '');
    begun = lines.pop() ?? '';
    for (const text of lines) yield* row(text);
  }
  yield* row(begun);
}

function rowOf(text: string, line: number): InputRow {
  const fault = faultOf(text);
  if (fault !== null) return faulty(line, text.slice(0, LONGEST), fault);
  try {
    const value = parseStrictJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return sendable(line, value);
    return faulty(line, text, 'it is not a JSON object');
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return faulty(line, text, error.message.replace(/\.$/, ''));
  }
}

/**
 * The files of a folder, in the order of their names, as records of their contents: a file’s path names it and is its
 * origin. Symbolic links are not followed.
 */
async function openFolder(folder: string): Promise<RowSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const others = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  if (others.length > 0) say(`Left out, as symbolic links or no regular files: ${others.length}`);
  let read = 0;
  const rows = async function* (): AsyncGenerator<InputRow> {
    for (const file of files) {
      const path = relative(folder, file).split(sep).join('/').normalize('NFC');
      const named = { external_id: path, origin: path };
      read += 1;
      try {
        const content_digest = await digestOf(file);
        yield { line: read, value: { ...named, content_digest } };
      } catch (error) {
        yield { line: read, value: named, fault: `${reasonOf(error)}.` };
      }
    }
  };
  return { rows: rows(), size: files.length, read: () => read };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await openBytes(file)).chunks) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}
