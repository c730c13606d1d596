import { setImmediate } from 'node:timers/promises';
import { readPublishedKeys, type EventAuthentication } from '@service/event-store';
import type { KeyLookUp } from '@service/evidence';
import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';
import { differenceOf, errorName, type Difference } from './difference.js';
import { readSubjects, type ScrubSource, type Subject } from './read-subjects.js';
import type { SubjectIds } from './subjects/subject-ids.js';
import type { Walk } from './walk.js';

/** Finds the differences of one subject. */
type CompareSubject<Stored> = (subject: Subject<Stored>, keyOf: KeyLookUp) => Difference[];

/** The log that keys are published in, by the name of its app, and what recognises its owner's events. */
export interface KeysLog {
  log: string;
  authentication: EventAuthentication | undefined;
}

/** Walks subjects of an event table and a view. */
export class SubjectWalk<Stored> implements Walk {
  private hasMore = false;
  private keyOf: KeyLookUp | undefined;
  size = 0;

  constructor(
    private readonly source: ScrubSource<Stored>,
    private readonly compare: CompareSubject<Stored>,
    private readonly keysLog: KeysLog,
    private readonly pageSize: number,
    private readonly ids: SubjectIds,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    // Read again for a second look: a key may have been published since.
    if (this.hasMore || this.keyOf === undefined) {
      const { log, authentication } = this.keysLog;
      const keys = await readPublishedKeys(client, publishedSchema(log), authentication);
      this.keyOf = (keyId) => keys.get(keyId);
    }
    const ids = await this.ids.read(client, this.pageSize);
    this.hasMore = ids.length > 0;
    const subjects = await readSubjects(client, this.source, ids);
    this.size = subjects.reduce((size, { events }) => size + events.length, subjects.length);
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
    const more = this.hasMore;
    this.hasMore = false;
    if (more) this.ids.advance();
    return more;
  }
}
