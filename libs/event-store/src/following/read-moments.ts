/** A moment at which a log was read, by two clocks, in milliseconds. */
export interface Moment {
  /** The monotonic clock of this process, before the statement was sent. */
  sentAt: number;
  /** The database's clock when the statement began, since 1970. */
  readAt: number;
}

interface Note {
  /** Id of the next transaction at the moment. */
  ahead: bigint;
  moment: Moment;
  /** `sentAt` of the first moment with this id. */
  since: number;
}

/** Least milliseconds between two moments that are noted; further apart the longer nothing of them is covered. */
const SPACING = 50;
const MOST_NOTES = 64;

/**
 * How fresh a reader of a log is: it notes the moment of each read, and knows everything of a moment once its horizon has
 * passed all transactions that had begun by then. A horizon that stands still is never mistaken for a log without news.
 */
export class ReadMoments {
  private notes: Note[] = [];
  private covered: Moment | null = null;

  /** The newest moment of which everything is known; null before the first. */
  get newest(): Moment | null {
    return this.covered;
  }

  /** `sentAt` of the oldest read that may have events which are not taken yet; null without such a read. */
  get waitingSince(): number | null {
    return this.notes[0]?.since ?? null;
  }

  /** @param ahead id of the next transaction at the moment. */
  note(ahead: bigint, moment: Moment): void {
    const [first, last] = [this.notes[0], this.notes.at(-1)];
    if (last !== undefined && ahead < last.ahead) this.notes = [];
    const { sentAt } = moment;
    if (first === undefined || last === undefined || ahead < last.ahead) {
      this.notes.push({ ahead, moment, since: sentAt });
    } else if (ahead === last.ahead) {
      last.moment = moment;
    } else if (sentAt - last.since >= SPACING + (last.since - first.since) / MOST_NOTES) {
      this.notes.push({ ahead, moment, since: sentAt });
    }
  }

  /** Call it when every event of transactions below the horizon is known. */
  cover(horizon: bigint): void {
    const passed = this.notes.findLast(({ ahead }) => ahead <= horizon);
    if (passed === undefined) return;
    this.covered = passed.moment;
    this.notes = this.notes.filter(({ ahead }) => ahead > horizon);
  }
}
