import { setImmediate } from 'node:timers/promises';
import { readPublishedKeys, type EventAuthentication } from '@service/event-store';
import type { KeyLookUp } from '@service/evidence';
import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';
import { differenceOf, errorName, type Difference } from './difference.js';
import { readPage, type ScrubSource, type Subject } from './read-subjects.js';
import type { Walk } from './walk.js';

/** Finds the differences of one subject. */
type CompareSubject<Stored> = (subject: Subject<Stored>, keyOf: KeyLookUp) => Difference[];

/** The log that keys are published in, by the name of its app, and what recognises its owner's events. */
export interface KeysLog {
  log: string;
  authentication: EventAuthentication | undefined;
}

/** Walks all subjects of an event table and a view in the order of their ids. */
export class SubjectWalk<Stored> implements Walk {
  private after = '';
  private last: string | undefined;
  private keyOf: KeyLookUp | undefined;

  constructor(
    private readonly source: ScrubSource<Stored>,
    private readonly compare: CompareSubject<Stored>,
    private readonly keysLog: KeysLog,
    private readonly pageSize: number,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    // Read again for every look: a key may have been published since.
    if (this.last !== undefined || this.keyOf === undefined) {
      const { log, authentication } = this.keysLog;
      const keys = await readPublishedKeys(client, publishedSchema(log), authentication);
      this.keyOf = (keyId) => keys.get(keyId);
    }
    const subjects = await readPage(client, this.source, this.after, this.pageSize);
    this.last = subjects.at(-1)?.id;
    const differences: Difference[] = [];
    for (const subject of subjects) {
      differences.push(...this.compared(subject, this.keyOf));
      // Yield to the event loop: answers have priority.
      await setImmediate();
    }
    return differences;
  }

  /** Unexpected data is a difference too, and must not stop the walk. */
  private compared(subject: Subject<Stored>, keyOf: KeyLookUp): Difference[] {
    try {
      return this.compare(subject, keyOf);
    } catch (error) {
      return [differenceOf(subject.id, 'event', `it cannot be compared (${errorName(error)})`)];
    }
  }

  advance(): boolean {
    if (this.last === undefined) return false;
    this.after = this.last;
    this.last = undefined;
    return true;
  }
}
