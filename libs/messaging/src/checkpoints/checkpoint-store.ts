/**
 * Stores the checkpoints of the transparency log outside the database, before they are published: after a restore of
 * the database they show what it has lost.
 */
export abstract class CheckpointStore {
  /** The newest stored notes, in any order; empty before the first. */
  abstract load(): Promise<string[]>;

  /** Resolves when the note is durable, even if this process and the database are lost. */
  abstract store(note: string): Promise<void>;

  /** Moves the checkpoints of a log that `recover` replaces; returns their new place, null if there were none. */
  abstract setAside(name: string): Promise<string | null>;

  abstract close(): Promise<void>;
}
