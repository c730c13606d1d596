/**
 * Keeps the checkpoints of the transparency log outside the database, before anybody is told of them: what a
 * restore makes the database forget is then still known.
 */
export abstract class CheckpointKeeper {
  /** Notes that were kept last, in any order; none where nothing was kept yet. */
  abstract kept(): Promise<string[]>;

  /** Resolves when the note is safe, whatever becomes of this process and the database. */
  abstract keep(note: string): Promise<void>;

  /** Sets aside what was kept for a log that `recover` replaces; answers where it went, null where there is nothing. */
  abstract setAside(name: string): Promise<string | null>;

  abstract close(): Promise<void>;
}
