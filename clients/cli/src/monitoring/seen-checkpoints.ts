import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseCheckpoint, parseNote, type Checkpoint } from '@service/evidence';
import { CommandError } from '../errors.js';

/** A checkpoint that the log served. */
interface SeenCheckpoint {
  /** ISO 8601, UTC. */
  seen_at: string;
  /** When enough witnesses had cosigned it; null or missing if too few have. */
  cosigned_at?: string | null;
  /** Whether the entries led to its root. */
  held: boolean;
  note: string;
}

/** A checkpoint that the log served, after parsing. */
export interface StoredCheckpoint {
  checkpoint: Checkpoint;
  held: boolean;
  /** When the log had this size at the latest: milliseconds since 1970. */
  knownSince: number;
}

/** A file of all checkpoints that a monitor saw, one on each line. */
export class SeenCheckpoints {
  private readonly file: number;
  private readonly seen: StoredCheckpoint[];
  private last: string | null = null;
  private largestSize = 0;
  private lastSeenAt = 0;

  /** @throws CommandError where the file is damaged. */
  constructor(path: string) {
    this.file = openSync(path, 'a+', 0o600);
    this.seen = readLines(path).map(({ note, held, seen_at, cosigned_at = null }) => {
      const { text } = parseNote(note);
      this.last = keyOf(text, held);
      this.lastSeenAt = Math.max(this.lastSeenAt, Date.parse(seen_at));
      const times = cosigned_at === null ? [seen_at] : [seen_at, cosigned_at];
      return { checkpoint: parseCheckpoint(text), held, knownSince: Math.min(...times.map(Date.parse)) };
    });
    for (const { checkpoint } of this.seen) this.largestSize = Math.max(this.largestSize, checkpoint.size);
  }

  /** The largest size that the log served. */
  get largest(): number {
    return this.largestSize;
  }

  /** When the log was seen last, in milliseconds since 1970; 0 where it was not. */
  get lastSeen(): number {
    return this.lastSeenAt;
  }

  get all(): readonly StoredCheckpoint[] {
    return this.seen;
  }

  /**
   * Stores a checkpoint durably, unless it is the same as the last one.
   * @param judged whether the entries led to its root, and when enough witnesses had cosigned it.
   * @returns whether it was stored.
   */
  add(
    note: string,
    checkpoint: Checkpoint,
    { held, cosigned }: { held: boolean; cosigned: number | null },
  ): boolean {
    const key = keyOf(parseNote(note).text, held);
    if (key === this.last) return false;
    const seenAt = Date.now();
    const cosigned_at = cosigned === null ? null : new Date(cosigned).toISOString();
    const line: SeenCheckpoint = { seen_at: new Date(seenAt).toISOString(), cosigned_at, held, note };
    writeSync(this.file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.file);
    this.seen.push({ checkpoint, held, knownSince: Math.min(seenAt, cosigned ?? seenAt) });
    this.last = key;
    this.lastSeenAt = Math.max(this.lastSeenAt, seenAt);
    this.largestSize = Math.max(this.largestSize, checkpoint.size);
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
