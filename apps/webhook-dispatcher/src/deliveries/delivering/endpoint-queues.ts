import type { ClaimedLane, WantedLanes } from './claim-lanes.js';
import { EndpointQueue, type LaneInHand } from './endpoint-queue.js';

/** Share of the places that endpoints may have together which have not acknowledged of late. */
const UNPROVEN_SHARE = 0.5;
/** Milliseconds after which a delivery gives up its place, and times as many as there are places that may do so. */
const SLOW_AFTER = 1_000;
const SLOW_SHARE = 4;

/** What a claim asked for, and what was known then. */
interface AskedLanes extends WantedLanes {
  signs: number;
}

interface InFlight {
  queue: EndpointQueue;
  began: number;
  unproven: boolean;
  slow: boolean;
}

/**
 * What this process does for all endpoints. Those that hang, whatever their number, cost the others no place for more
 * than a moment: what takes long is counted apart, and a new one's first deliveries too.
 */
export class EndpointQueues {
  private readonly queues = new Map<string, EndpointQueue>();
  /** Endpoints of which lanes may be due, the one first that has waited longest. */
  private readonly expected = new Set<EndpointQueue>();
  /** Endpoints with lanes in hand that found no place. */
  private readonly blocked = new Set<EndpointQueue>();
  /** By when they began. */
  private readonly inFlight = new Map<LaneInHand, InFlight>();
  private slow = 0;
  private unproven = 0;

  constructor(
    private readonly perEndpoint: number,
    private readonly total: number,
  ) {}

  /** Whether some endpoint may have due lanes that could be put to use. */
  get hasWanted(): boolean {
    for (const queue of this.expected) if (this.isWanting(queue)) return true;
    return false;
  }

  of(id: string): EndpointQueue {
    const known = this.queues.get(id);
    if (known !== undefined) return known;
    const queue = new EndpointQueue(id, this.perEndpoint);
    this.queues.set(id, queue);
    return queue;
  }

  /** Forgets an endpoint for which nothing is done any more. */
  forget(id: string): void {
    const queue = this.queues.get(id);
    if (queue !== undefined && queue.inFlight === 0 && queue.lanes.length === 0) this.queues.delete(id);
  }

  /** Lanes of a subscription may be due. @returns whether they could be put to use now. */
  expect(id: string): boolean {
    const queue = this.of(id);
    queue.signs += 1;
    this.expected.add(queue);
    return this.isWanting(queue);
  }

  /** Whether more lanes of an endpoint should be claimed now. */
  isWanting(queue: EndpointQueue): boolean {
    return this.expected.has(queue) && queue.room > 0 && this.hasPlace(queue);
  }

  /** What to claim, so many lanes at the most. */
  wanted(most: number, isActive: (id: string) => boolean): AskedLanes[] {
    const wanted: AskedLanes[] = [];
    let left = most;
    for (const queue of this.expected) {
      if (left === 0) break;
      if (!isActive(queue.id)) this.expected.delete(queue);
      else if (this.isWanting(queue)) {
        const slots = Math.min(queue.room, left);
        left -= slots;
        wanted.push({ subscription_id: queue.id, slots, signs: queue.signs });
      }
    }
    return wanted;
  }

  /** Told what a claim brought: an endpoint of which there was less than was asked for has no more due. */
  claimed(asked: readonly AskedLanes[], lanes: readonly ClaimedLane[]): void {
    const counts = new Map<string, number>();
    for (const { subscription_id: id } of lanes) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { subscription_id: id, slots, signs } of asked) {
      const queue = this.of(id);
      this.expected.delete(queue);
      // What was planned after the claim had begun may not be among what it found.
      if ((counts.get(id) ?? 0) >= slots || queue.signs !== signs) this.expected.add(queue);
    }
  }

  add(inHand: LaneInHand): void {
    const queue = this.of(inHand.lane.subscription_id);
    queue.failures = inHand.lane.failures;
    queue.lanes.push(inHand);
    this.blocked.add(queue);
  }

  /** Takes a place for each lane in hand that finds one, and answers these lanes. */
  startable(now = performance.now()): LaneInHand[] {
    this.tellSlow(now);
    const lanes: LaneInHand[] = [];
    for (const queue of this.blocked) {
      if (this.isFull) break;
      this.startOf(queue, now, lanes);
    }
    return lanes;
  }

  /** A lane is delivered; answers the lanes that take places now, of those first that found none before. */
  ended(inHand: LaneInHand, now = performance.now()): LaneInHand[] {
    const flight = this.inFlight.get(inHand);
    if (flight === undefined) return [];
    const { queue } = flight;
    this.inFlight.delete(inHand);
    queue.inFlight -= 1;
    if (flight.unproven) this.unproven -= 1;
    if (flight.slow) {
      this.slow -= 1;
      queue.slow -= 1;
    }
    if (queue.lanes.length > 0) this.blocked.add(queue);
    return this.blocked.size === 0 ? [] : this.startable(now);
  }

  /** Takes back an endpoint's lanes that are not being delivered. */
  releaseOf(queue: EndpointQueue): LaneInHand[] {
    this.blocked.delete(queue);
    return queue.lanes.splice(0);
  }

  /** Takes back all of them. */
  release(): LaneInHand[] {
    return [...this.queues.values()].flatMap((queue) => this.releaseOf(queue));
  }

  private get isFull(): boolean {
    return this.inFlight.size - this.slow >= this.total;
  }

  private startOf(queue: EndpointQueue, now: number, started: LaneInHand[]): void {
    while (queue.isOpen && this.hasPlace(queue)) {
      const inHand = queue.lanes.shift();
      if (inHand === undefined) break;
      const unproven = !queue.isProven;
      this.inFlight.set(inHand, { queue, began: now, unproven, slow: false });
      queue.inFlight += 1;
      if (unproven) this.unproven += 1;
      started.push(inHand);
    }
    // A lane of its own that ends will bring it back; for a place it must wait.
    if (queue.lanes.length === 0 || !queue.isOpen) this.blocked.delete(queue);
  }

  private hasPlace(queue: EndpointQueue): boolean {
    if (this.isFull || (queue.slow > 0 && this.slow >= this.total * SLOW_SHARE)) return false;
    return queue.isProven || this.unproven < this.total * UNPROVEN_SHARE;
  }

  /** Takes their places from deliveries that take long. */
  private tellSlow(now: number): void {
    for (const flight of this.inFlight.values()) {
      if (flight.slow) continue;
      if (now - flight.began < SLOW_AFTER) return;
      flight.slow = true;
      this.slow += 1;
      flight.queue.slow += 1;
      if (flight.unproven) this.unproven -= 1;
      flight.unproven = false;
    }
  }
}
