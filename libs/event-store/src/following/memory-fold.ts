import type { EventLog } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { BEGINNING, type Position } from '../log/position.js';
import { LogFollower, type FollowerOptions } from './log-follower.js';

/** A state in memory that is folded from a log: read as a whole at the start, and followed from there on. */
export class MemoryFold {
  private at: Position = BEGINNING;
  readonly follower: LogFollower;

  /** @param fold gets each event once, in commit order. */
  constructor(
    private readonly log: EventLog,
    private readonly fold: (event: RecordedEvent) => void,
    options: FollowerOptions = {},
  ) {
    this.follower = new LogFollower(
      log,
      {
        position: () => Promise.resolve(this.at),
        apply: async (events) => this.take(events),
      },
      options,
    );
  }

  /** Resolves once everything that was committed before the call is folded. */
  async start(): Promise<void> {
    for await (const page of this.log.pages(5000)) {
      this.take(page.events);
    }
    this.follower.start();
    await this.follower.caughtUp(10_000);
  }

  async stop(): Promise<void> {
    await this.follower.stop();
  }

  private take(events: RecordedEvent[]): void {
    for (const event of events) {
      this.fold(event);
      // After each event: if the next one cannot be folded, this one must not be folded again.
      this.at = event.position;
    }
  }
}
