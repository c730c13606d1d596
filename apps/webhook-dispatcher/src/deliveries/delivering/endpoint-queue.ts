import type { ClaimedLane } from './claim-lanes.js';
import type { LaneOutcome } from './outcomes.js';
import type { WaitingEntry } from './read-entries.js';

/** Endpoints slower than this, in milliseconds, are given no lanes in advance: they would wait under their lease. */
const QUICK = 250;
/** Lanes that a quick endpoint is given in advance, for each that is being delivered. */
const IN_ADVANCE = 4;

/** A claimed lane with what waits in it. */
export interface LaneInHand {
  lane: ClaimedLane;
  entries: WaitingEntry[];
  /** By event id; what is kept no more is missing. */
  bodies: ReadonlyMap<string, string>;
  /** Moment of the monotonic clock until which it is surely this process's. */
  until: number;
}

/** What this process does for one endpoint. */
export class EndpointQueue {
  /** Lanes that are being delivered; those of them that take long. */
  inFlight = 0;
  slow = 0;
  /** Of the endpoint in a row, as far as is known here. */
  failures = 0;
  /** Rises with every sign that lanes may be due. */
  signs = 0;
  readonly lanes: LaneInHand[] = [];
  private window = 1;
  private latency = 0;

  constructor(
    readonly id: string,
    private readonly most: number,
  ) {}

  /** Whether it has acknowledged of late, so that it can be trusted with more than a first delivery. */
  get isProven(): boolean {
    return this.window > 1;
  }

  /** Whether another lane may be delivered beside those that are. */
  get isOpen(): boolean {
    return this.inFlight < this.window;
  }

  /** How many more lanes can be put to use. */
  get room(): number {
    const advance = this.isProven && this.latency < QUICK ? IN_ADVANCE : 0;
    const wanted = this.window * (1 + advance);
    const held = this.inFlight + this.lanes.length;
    // Many at once, rather than each as soon as there is room for one.
    return advance > 0 && this.lanes.length > this.window * 2 ? 0 : Math.max(0, wanted - held);
  }

  /** Whoever acknowledges may have twice as many lanes at a time, up to the most; whoever does not, one. */
  learn({ attempts }: LaneOutcome): void {
    for (const { outcome, latency_ms } of attempts) {
      this.latency = this.latency * 0.9 + latency_ms * 0.1;
      this.window = outcome === 'acknowledged' ? Math.min(this.most, this.window * 2) : 1;
    }
  }
}
