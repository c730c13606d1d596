import type { DeliveredEvent, FORGED } from './cached-events.js';
import type { ClaimedQueue } from './claim-queues.js';
import type { QueueResult } from './queue-result.js';
import type { WaitingEntry } from './read-entries.js';

/** Milliseconds: slower endpoints get no queues in advance, which would wait while their leases run. */
const QUICK = 250;
/** Queues that a quick endpoint gets in advance, for each that it takes at a time. */
const IN_ADVANCE = 4;

/** A claimed queue with its first entries. */
export interface QueueInHand {
  queue: ClaimedQueue;
  entries: WaitingEntry[];
  /** Events by id, without dropped ones. */
  events: ReadonlyMap<string, DeliveredEvent | typeof FORGED>;
  /** Time on the monotonic clock until which the lease surely lasts. */
  until: number;
}

/** The queues that this process delivers to one endpoint, and how many the endpoint takes at a time. */
export class EndpointLoad {
  /** Queues that are being delivered, and how many of them are slow. */
  inFlight = 0;
  slow = 0;
  /** Consecutive failures of the endpoint that this process knows of. */
  failures = 0;
  /** Incremented with every sign that queues may be due. */
  signs = 0;
  readonly queues: QueueInHand[] = [];
  private window = 1;
  private latency = 0;

  constructor(
    readonly id: string,
    private readonly most: number,
  ) {}

  /** Whether the endpoint's last attempt was acknowledged. */
  get isProven(): boolean {
    return this.window > 1;
  }

  /** Whether another queue may be delivered at the same time. */
  get isOpen(): boolean {
    return this.inFlight < this.window;
  }

  /** How many queues to claim now: several at once, not one for each free place. */
  get toClaim(): number {
    return this.isQuick && this.queues.length > this.window * 2 ? 0 : this.room;
  }

  /** How many more queues this process may hold. */
  get room(): number {
    const wanted = this.window * (this.isQuick ? 1 + IN_ADVANCE : 1);
    return Math.max(0, wanted - this.inFlight - this.queues.length);
  }

  private get isQuick(): boolean {
    return this.isProven && this.latency < QUICK;
  }

  /** An acknowledgement doubles the queues at a time, up to the maximum; any other outcome resets them to one. */
  learn({ attempts }: QueueResult): void {
    for (const { outcome, latency_ms } of attempts) {
      this.latency = this.latency * 0.9 + latency_ms * 0.1;
      this.window = outcome === 'acknowledged' ? Math.min(this.most, this.window * 2) : 1;
    }
  }
}
