import type { Actor } from '@service/history';

/** Streams at a time: of a session, whose tabs share one; of a person; and of the process, each with its connection. */
const MOST_OF_SESSION = 4;
const MOST_OF_PERSON = 16;
const MOST = 1_000;

/** Counts the open streams of sessions and persons. */
export class StreamPlaces {
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** @returns what leaves the place, once; null where there is none. */
  take({ type, id, session = '' }: Actor): (() => void) | null {
    const person = `${type} ${id}`;
    const keys = [person, `${person} ${session}`] as const;
    const [ofPerson, ofSession] = keys.map((key) => this.taken.get(key) ?? 0) as [number, number];
    if (ofPerson >= MOST_OF_PERSON || ofSession >= MOST_OF_SESSION || this.all >= MOST) return null;
    this.add(keys, 1);
    let left = false;
    return () => {
      if (!left) this.add(keys, -1);
      left = true;
    };
  }

  private add(keys: readonly string[], change: 1 | -1): void {
    this.all += change;
    for (const key of keys) {
      const count = (this.taken.get(key) ?? 0) + change;
      if (count === 0) this.taken.delete(key);
      else this.taken.set(key, count);
    }
  }
}
