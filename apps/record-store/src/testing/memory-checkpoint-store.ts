import { CheckpointStore } from '@service/messaging/checkpoints';

/** Stores every checkpoint, as a topic does. */
export class MemoryCheckpointStore extends CheckpointStore {
  notes: string[] = [];

  load(): Promise<string[]> {
    return Promise.resolve([...this.notes]);
  }

  store(note: string): Promise<void> {
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
