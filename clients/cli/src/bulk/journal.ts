import { createHash } from 'node:crypto';
import { open, realpath, rename, stat, type FileHandle } from 'node:fs/promises';
import { CommandError } from '../errors.js';
import { readIfPresent, replaceFile } from '../durable-file.js';
import { hasLocks, lockFile, type Lock } from '../state-directory.js';
import type { InputRow } from './input-row.js';

/** Outcome of a line; its other members depend on the command. */
export interface LineResult {
  line: number;
  outcome: string;
}

/** Outcomes that end a command with exit code 1, and whose lines the next call does again. */
export const BAD: readonly string[] = ['refused', 'failed', 'differs'];

/**
 * The file of results, from which an interrupted command resumes. The last line of each batch is marked. Lines after
 * the last mark, left by a killed process, are removed, so that a batch is complete or absent.
 */
export class Journal {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly lock: Lock | null,
    private readonly done: ReadonlyMap<number, { of: string; times: number }>,
    /** Newest outcome of each line. */
    readonly outcomes: Map<number, string>,
  ) {}

  /** @throws CommandError if the file is no results file, or another process writes to it. */
  static async open(path: string): Promise<Journal> {
    // Reading a device would never end.
    const found = await stat(path).catch(() => null);
    if (found !== null && !found.isFile())
      throw new CommandError(`${path} is not a file. Name another: --out FILE`);
    // Lock the resolved path, because a link may name the same file.
    const lock = hasLocks() ? await lockResults(await realpath(path).catch(() => path)) : null;
    try {
      return await Journal.openLocked(path, lock);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  private static async openLocked(path: string, lock: Lock | null): Promise<Journal> {
    const content = (await readIfPresent(path))?.toString() ?? '';
    const end = content.lastIndexOf(MARK);
    const whole = end < 0 ? '' : content.slice(0, end + MARK.length);
    if (content !== '' && whole === '') parsed(path, content.split('\n')[0] ?? '');
    const done = new Map<number, { of: string; times: number }>();
    const outcomes = new Map<number, string>();
    for (const text of whole.split('\n').filter((each) => each !== '')) {
      const { line, outcome, of, attempt = 1 } = parsed(path, text);
      done.set(line, { of, times: attempt });
      outcomes.set(line, outcome);
    }
    const file = await open(path, 'a', 0o600);
    await file.truncate(Buffer.byteLength(whole));
    return new Journal(path, file, lock, done, outcomes);
  }

  /** The lines that are not done, or ended badly: they may have been corrected. @throws CommandError where the results belong to
   *  another file. */
  undone(rows: readonly InputRow[]): InputRow[] {
    return rows.filter((row) => {
      const { of } = this.done.get(row.line) ?? {};
      if (of === undefined || BAD.includes(this.outcomes.get(row.line) ?? '')) return true;
      if (of === digestOf(row)) return false;
      const why = `line ${row.line} has changed. Name another: --out FILE`;
      throw new CommandError(`${this.path} belongs to another input: ${why}`);
    });
  }

  /** How often an earlier call has processed one of these lines. */
  timesOf(rows: readonly InputRow[]): number {
    return Math.max(0, ...rows.map(({ line }) => this.done.get(line)?.times ?? 0));
  }

  /** Writes the results of a batch, a line each. */
  async write(rows: readonly InputRow[], results: readonly LineResult[]): Promise<void> {
    const lines = results.map((result, index) => {
      const isLast = index === results.length - 1;
      const { times } = this.done.get(result.line) ?? { times: 0 };
      const attempt = times === 0 ? {} : { attempt: times + 1 };
      return `${JSON.stringify({ ...result, of: digestOf(rows[index]), ...attempt, ...(isLast && { whole: true }) })}\n`;
    });
    await this.file.appendFile(lines.join(''));
    for (const { line, outcome } of results) this.outcomes.set(line, outcome);
  }

  /** @param as the file's name once every line is done: only the newest result of each stays. Null before, which keeps all. */
  async close(as: string | null = null): Promise<void> {
    try {
      await this.file.sync();
      await this.file.close();
      if (as === null) return;
      await this.compact();
      if (as !== this.path) await rename(this.path, as);
    } finally {
      this.lock?.release();
    }
  }

  private async compact(): Promise<void> {
    const written = (await readIfPresent(this.path))?.toString().split('\n').slice(0, -1) ?? [];
    if (written.length <= this.outcomes.size) return;
    const newest = new Map(written.map((text) => [parsed(this.path, text).line, JSON.parse(text) as object]));
    const lines = [...newest].toSorted(([one], [other]) => one - other).map(([, result]) => result);
    const texts = lines.map((result, index) =>
      JSON.stringify({ ...result, whole: index === lines.length - 1 || undefined }),
    );
    await replaceFile(this.path, `${texts.join('\n')}\n`);
  }
}

/** Two commands on one file would truncate each other's results. */
function lockResults(path: string): Promise<Lock> {
  return lockFile(`${path}.lock`, {
    locked: `Another rvs works on ${path}. Wait for its end, or name another: --out FILE`,
    unusable: `${path}.lock cannot be locked`,
  });
}

/** The end of the last line of a batch. */
const MARK = ',"whole":true}\n';

function digestOf(row: InputRow | undefined): string {
  return createHash('sha256').update(JSON.stringify(row?.value)).digest('hex').slice(0, 16);
}

function parsed(path: string, text: string): { line: number; outcome: string; of: string; attempt?: number } {
  try {
    const value = JSON.parse(text) as ReturnType<typeof parsed>;
    if (Number.isSafeInteger(value.line) && typeof value.of === 'string') return value;
  } catch {
    // Told below.
  }
  throw new CommandError(`${path} does not hold results. Name another: --out FILE`);
}
