import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseCheckpoint, parseNote, type Checkpoint } from '@service/evidence';
import { CommandError } from '../errors.js';

/** A checkpoint that the log served. */
interface SeenCheckpoint {
  /** ISO 8601, UTC. */
  seen_at: string;
  /** Whether the entries led to its root. */
  held: boolean;
  note: string;
}

/** A file of all checkpoints that a monitor saw, one on each line. */
export class SeenCheckpoints {
  private readonly file: number;
  private readonly seen: { checkpoint: Checkpoint; held: boolean }[];
  private last: string | null = null;

  /** @throws CommandError where the file is damaged. */
  constructor(path: string) {
    this.file = openSync(path, 'a+', 0o600);
    this.seen = readLines(path).map(({ note, held }) => {
      const { text } = parseNote(note);
      this.last = keyOf(text, held);
      return { checkpoint: parseCheckpoint(text), held };
    });
  }

  get all(): readonly { checkpoint: Checkpoint; held: boolean }[] {
    return this.seen;
  }

  /** Stores a checkpoint durably, unless it is the same as the last one. @returns whether it was stored. */
  add(note: string, checkpoint: Checkpoint, held: boolean): boolean {
    const key = keyOf(parseNote(note).text, held);
    if (key === this.last) return false;
    const line: SeenCheckpoint = { seen_at: new Date().toISOString(), held, note };
    writeSync(this.file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.file);
    this.seen.push({ checkpoint, held });
    this.last = key;
    return true;
  }

  close(): void {
    closeSync(this.file);
  }
}

function keyOf(text: string, held: boolean): string {
  return `${held} ${text}`;
}

function readLines(path: string): SeenCheckpoint[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  // The last line ends in a line feed, unless a crash truncated it.
  lines.pop();
  try {
    return lines.map((line) => JSON.parse(line) as SeenCheckpoint);
  } catch (error) {
    throw new CommandError(`${path} is damaged.`, { cause: error });
  }
}
