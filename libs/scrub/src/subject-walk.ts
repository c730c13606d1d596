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

/** Subjects that a walk remembers as compared. */
const MOST_REMEMBERED = 100_000;

/** Walks subjects of an event table and a view. */
export class SubjectWalk<Stored> implements Walk {
  private page: string[] = [];
  /** A subject that ended often, or has many leaves, is on many pages; it is compared with all its events on the first. */
  private readonly done = new Set<string>();
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
    if (this.page.length > 0 || this.keyOf === undefined) {
      const { log, authentication } = this.keysLog;
      const keys = await readPublishedKeys(client, publishedSchema(log), authentication);
      this.keyOf = (keyId) => keys.get(keyId);
    }
    this.page = await this.ids.read(client, this.pageSize);
    const ids = this.page.filter((id) => !this.done.has(id));
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
    if (this.page.length === 0) return false;
    if (this.done.size < MOST_REMEMBERED) for (const id of this.page) this.done.add(id);
    this.page = [];
    this.ids.advance();
    return true;
  }
}
