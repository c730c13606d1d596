import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { ENTRY_LENGTH } from '@service/evidence';

const AT_ONCE = 4_096;
const SLOT_LENGTH = 32;

/** The entries of a log in a file, 64 bytes each, in their order. */
export class EntryFile {
  private readonly file: number;
  private entries: number;

  constructor(path: string) {
    this.file = openSync(path, 'a+', 0o600);
    // A crash may leave a partial entry.
    this.entries = Math.floor(fstatSync(this.file).size / ENTRY_LENGTH);
    this.truncate(this.entries);
  }

  get size(): number {
    return this.entries;
  }

  append(entries: Buffer): void {
    writeSync(this.file, entries);
    this.entries += entries.length / ENTRY_LENGTH;
  }

  /** Makes appended entries survive a power failure. */
  sync(): void {
    fsyncSync(this.file);
  }

  truncate(size: number): void {
    ftruncateSync(this.file, size * ENTRY_LENGTH);
    this.entries = size;
  }

  /** Entries with indices from `from` to before `to`, 64 bytes each. */
  read(from: number, to: number): Buffer {
    const bytes = Buffer.alloc((to - from) * ENTRY_LENGTH);
    readSync(this.file, bytes, 0, bytes.length, from * ENTRY_LENGTH);
    return bytes;
  }

  /** Slot of an entry, 32 bytes. */
  readonly slotAt = (index: number): Buffer => {
    const slot = Buffer.alloc(SLOT_LENGTH);
    readSync(this.file, slot, 0, SLOT_LENGTH, index * ENTRY_LENGTH);
    return slot;
  };

  /** The same entries in chunks. */
  *runs(from: number, to: number): Generator<{ first: number; entries: Buffer[] }> {
    for (let first = from; first < to; first += AT_ONCE) {
      yield { first, entries: splitEntries(this.read(first, Math.min(to, first + AT_ONCE))) };
    }
  }

  close(): void {
    closeSync(this.file);
  }
}

/** Splits concatenated entries of a log. */
function splitEntries(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / ENTRY_LENGTH }, (_, at) =>
    bytes.subarray(at * ENTRY_LENGTH, (at + 1) * ENTRY_LENGTH),
  );
}
