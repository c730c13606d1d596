import { resolve } from 'node:path';
import { CommandError } from '../errors.js';
import { say } from '../output/print.js';
import { jsonFor } from '../output/terminal.js';
import { BAD, Journal, type LineResult } from './journal.js';
import { Patience } from './patience.js';
import { Progress } from './progress.js';
import type { InputRow } from './input-row.js';
import { openRows } from './read-rows.js';

const BATCH = 100;
/** Most bytes of a batch’s lines: a request has at most 1 MiB. */
const LARGEST = 900_000;
/** Bytes that the authority and the signature of a line may add. */
const OVERHEAD = 300;
/** Most failures that are shown one by one. */
const SHOWN = 50;

/** The options that bulk commands share. */
export interface BulkValues {
  format?: string | undefined;
  out?: string | undefined;
  'at-once'?: string | undefined;
  patience?: string | undefined;
}

/** Processes a batch. */
export interface BatchWork<Result extends LineResult> {
  label: string;
  file: string;
  /** Whether a later call reuses the results of a complete run. */
  isKept: boolean;
  /** The line that a row stands for; null for a row to leave out. */
  rowOf?(row: InputRow): InputRow | null;
  /**
   * @param name of the batch, the same at each call until it has results.
   * @param patience by which the batch’s requests outlast an outage.
   */
  run(rows: readonly InputRow[], name: string, patience: Patience): Promise<Result[]>;
}

/** Result of a bulk command. */
export interface BulkOutcome<Result extends LineResult> {
  /** How many lines had each outcome, those of earlier calls included. */
  outcomes: Map<string, number>;
  /** The file of results; null for standard output. */
  out: string | null;
  /** Some failed lines, for the summary. */
  failures: Result[];
}

/** Processes a file in batches of 100 lines, except those that an earlier call has completed. */
export async function runBatches<Result extends LineResult>(
  work: BatchWork<Result>,
  values: BulkValues,
): Promise<BulkOutcome<Result>> {
  const { label, file } = work;
  const source = await openRows(file, values.format);
  const out = outOf(file, values);
  const path = out === null || work.isKept ? out : `${out}.part`;
  const journal = path === null ? null : await Journal.open(path);
  const results = journal?.outcomes ?? new Map<number, string>();
  const completed = [...results.values()].filter((outcome) => !BAD.includes(outcome)).length;
  if (completed > 0) say(`${completed} lines were completed by an earlier call: ${path}`);
  const progress = new Progress(label, () => (source.size === null ? null : source.read() / source.size));
  const patience = new Patience(numberOf(values, 'patience', 60) * 1_000, (sentence) =>
    progress.say(sentence),
  );
  const failures: Result[] = [];
  const workOn = async ({ rows: all, index }: { rows: InputRow[]; index: number }): Promise<void> => {
    const rows = journal?.undone(all) ?? all;
    if (rows.length === 0) return;
    const times = journal?.timesOf(rows) ?? 0;
    const name = times === 0 ? `${index}` : `${index}, time ${times + 1}`;
    const made = await work.run(rows, name, patience);
    await journal?.write(rows, made);
    if (journal === null) {
      process.stdout.write(made.map((each) => `${jsonFor(process.stdout, each)}\n`).join(''));
      for (const { line, outcome } of made) results.set(line, outcome);
    }
    if (failures.length < SHOWN) failures.push(...made.filter(({ outcome }) => BAD.includes(outcome)));
    progress.advance(rows.length);
  };
  let isWhole = false;
  try {
    await inFlight(batchesOf(source.rows, work.rowOf), numberOf(values, 'at-once', 4), workOn);
    isWhole = true;
  } finally {
    progress.finish();
    await journal?.close(isWhole ? out : null);
  }
  if (results.size === 0) say(`${file} has no lines.`);
  return { outcomes: countsOf(results.values()), out, failures: failures.slice(0, SHOWN) };
}

function countsOf(outcomes: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** Where the results go; null for standard output. */
function outOf(file: string, { out }: BulkValues): string | null {
  if (out !== undefined) return out;
  // Resolved, because the results of the folder `.` must not be one of its files.
  return file === '-' ? null : `${resolve(file)}.results.ndjson`;
}

function numberOf(values: BulkValues, name: 'at-once' | 'patience', usual: number): number {
  const text = values[name];
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError(`--${name} is a whole number from 1.`);
  return Number(text);
}

/** Batches must be the same at each call, so that each has the same idempotency key. */
async function* batchesOf(
  rows: AsyncIterable<InputRow>,
  rowOf: (row: InputRow) => InputRow | null = (row) => row,
): AsyncGenerator<{ rows: InputRow[]; index: number }> {
  let batch: InputRow[] = [];
  let [index, size] = [0, 0];
  for await (const each of rows) {
    const row = rowOf(each);
    if (row === null) continue;
    const length = Buffer.byteLength(JSON.stringify(row.value)) + OVERHEAD;
    if (batch.length === BATCH || (batch.length > 0 && size + length > LARGEST)) {
      yield { rows: batch, index };
      [batch, index, size] = [[], index + 1, 0];
    }
    batch.push(row);
    size += length;
  }
  if (batch.length > 0) yield { rows: batch, index };
}

/** Processes the items of a source, a number at a time. The first failure stops it. */
async function inFlight<Item>(
  source: AsyncGenerator<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (;;) {
      const next = await source.next();
      if (next.done === true || hasFailed) return;
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: most }, worker);
  const ended = await Promise.allSettled(workers);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
