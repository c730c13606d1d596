import { CheckpointKeeper } from '@service/messaging/checkpoints';

/** Keeps every checkpoint, as a topic does. */
export class RememberedCheckpoints extends CheckpointKeeper {
  notes: string[] = [];

  kept(): Promise<string[]> {
    return Promise.resolve([...this.notes]);
  }

  keep(note: string): Promise<void> {
    this.notes.push(note);
    return Promise.resolve();
  }

  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
