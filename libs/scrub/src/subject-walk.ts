import { setImmediate } from 'node:timers/promises';
import type { KeyLookUp } from '@service/evidence';
import type { PoolClient } from 'pg';
import type { Difference } from './difference.js';
import { readPublishedKeys } from './read-published-keys.js';
import { readPage, type ScrubSource, type Subject } from './read-subjects.js';
import type { Walk } from './walk.js';

/** Finds the differences of one subject. */
type CompareSubject<Stored> = (subject: Subject<Stored>, keyOf: KeyLookUp) => Difference[];

/** Walks all subjects of an event table and a view in the order of their ids. */
export class SubjectWalk<Stored> implements Walk {
  private after = '';
  private last: string | undefined;
  private keyOf: KeyLookUp | undefined;

  /** @param keysLog log that the keys are published in. */
  constructor(
    private readonly source: ScrubSource<Stored>,
    private readonly compare: CompareSubject<Stored>,
    private readonly keysLog: string,
    private readonly pageSize: number,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    // Read again for every look: a key may have been published since.
    if (this.last !== undefined || this.keyOf === undefined) {
      this.keyOf = await readPublishedKeys(client, this.keysLog);
    }
    const subjects = await readPage(client, this.source, this.after, this.pageSize);
    this.last = subjects.at(-1)?.id;
    const differences: Difference[] = [];
    for (const subject of subjects) {
      differences.push(...this.compare(subject, this.keyOf));
      // Answers have priority.
      await setImmediate();
    }
    return differences;
  }

  advance(): boolean {
    if (this.last === undefined) return false;
    this.after = this.last;
    this.last = undefined;
    return true;
  }
}
