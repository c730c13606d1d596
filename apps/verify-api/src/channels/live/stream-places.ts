import type { Actor } from '@service/history';
import { Amounts } from '@service/platform/batching';

/** Most streams at a time: of a session, whose tabs share one; of a person; and of the process. */
const MOST_OF_SESSION = 4;
const MOST_OF_PERSON = 16;
const MOST = 1_000;

/** Counts the open streams of sessions and persons. */
export class StreamPlaces {
  private readonly taken = new Amounts<string>();
  private all = 0;

  /** @returns a function that frees the place; null where no place is left. */
  take({ type, id, session = '' }: Actor): (() => void) | null {
    const person = `${type} ${id}`;
    const keys = [person, `${person} ${session}`] as const;
    const [ofPerson, ofSession] = keys.map((key) => this.taken.of(key)) as [number, number];
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
    for (const key of keys) this.taken.add(key, change);
  }
}
