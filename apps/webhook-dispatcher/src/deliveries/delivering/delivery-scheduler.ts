import type { ClaimedQueue, WantedQueues } from './claim-queues.js';
import { EndpointLoad, type QueueInHand } from './endpoint-load.js';

/** Share of the places that all endpoints without a recent acknowledgement may take together. */
const UNPROVEN_SHARE = 0.5;
/** Milliseconds after which a delivery is slow and gives up its place; most slow deliveries, for each place. */
const SLOW_AFTER = 1_000;
const SLOW_SHARE = 4;

/** A claim: the requested number of queues, and the endpoint's `signs` at that time. */
interface AskedQueues extends WantedQueues {
  signs: number;
}

interface InFlight {
  endpoint: EndpointLoad;
  began: number;
  unproven: boolean;
  slow: boolean;
}

/**
 * Decides which queues this process claims and delivers. Any number of endpoints may hang without blocking the others
 * for more than a moment: slow deliveries and those to unproven endpoints are counted separately.
 */
export class DeliveryScheduler {
  private readonly endpoints = new Map<string, EndpointLoad>();
  /** Endpoints whose queues may be due, the longest waiting first. */
  private readonly expected = new Set<EndpointLoad>();
  /** Endpoints with claimed queues that wait for a place. */
  private readonly blocked = new Set<EndpointLoad>();
  /** Queues that are being delivered, in the order in which they began. */
  private readonly inFlight = new Map<QueueInHand, InFlight>();
  private slow = 0;
  private unproven = 0;

  constructor(
    private readonly perEndpoint: number,
    private readonly total: number,
  ) {}

  /** Whether there may be due queues to claim now. */
  get hasWanted(): boolean {
    for (const endpoint of this.expected) if (this.isWanting(endpoint)) return true;
    return false;
  }

  of(id: string): EndpointLoad {
    const known = this.endpoints.get(id);
    if (known !== undefined) return known;
    const endpoint = new EndpointLoad(id, this.perEndpoint);
    this.endpoints.set(id, endpoint);
    return endpoint;
  }

  /** Forgets an endpoint, unless some of its queues are claimed. */
  forget(id: string): void {
    const endpoint = this.endpoints.get(id);
    if (endpoint !== undefined && endpoint.inFlight === 0 && endpoint.queues.length === 0)
      this.endpoints.delete(id);
  }

  /** Notes that queues of a subscription may be due. @returns whether to claim them now. */
  expect(id: string): boolean {
    const endpoint = this.of(id);
    endpoint.signs += 1;
    this.expected.add(endpoint);
    return this.isWanting(endpoint);
  }

  /** Whether more queues of an endpoint should be claimed now. */
  isWanting(endpoint: EndpointLoad): boolean {
    return this.expected.has(endpoint) && endpoint.toClaim > 0 && this.hasPlace(endpoint);
  }

  /** How many new queues may be leased to this process when they are planned: no more than it delivers at a time. */
  room(): number {
    let held = this.inFlight.size;
    for (const { queues } of this.endpoints.values()) held += queues.length;
    return Math.max(0, this.total - held);
  }

  /**
   * How many new queues of an endpoint may be leased to this process when they are planned. None where older ones may
   * be due, which would wait behind the new ones.
   */
  roomFor(id: string): number {
    const endpoint = this.endpoints.get(id);
    if (endpoint === undefined || !this.isTrusted(id) || this.expected.has(endpoint)) return 0;
    return this.hasPlace(endpoint) ? endpoint.room : 0;
  }

  /** Whether an endpoint's queues may be delivered without a claim, which would check that it is not held back. */
  isTrusted(id: string): boolean {
    const endpoint = this.endpoints.get(id);
    return endpoint !== undefined && endpoint.isProven && endpoint.failures === 0;
  }

  /** @param most queues to claim at most. */
  wanted(most: number, isActive: (id: string) => boolean): AskedQueues[] {
    const wanted: AskedQueues[] = [];
    let left = most;
    for (const endpoint of this.expected) {
      if (left === 0) break;
      if (!isActive(endpoint.id)) this.expected.delete(endpoint);
      else if (this.isWanting(endpoint)) {
        const slots = Math.min(endpoint.toClaim, left);
        left -= slots;
        wanted.push({ subscription_id: endpoint.id, slots, signs: endpoint.signs });
      }
    }
    return wanted;
  }

  /** Takes the result of a claim: an endpoint with fewer queues than requested has no more due ones. */
  claimed(asked: readonly AskedQueues[], queues: readonly ClaimedQueue[]): void {
    const counts = new Map<string, number>();
    for (const { subscription_id: id } of queues) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { subscription_id: id, slots, signs } of asked) {
      const endpoint = this.of(id);
      this.expected.delete(endpoint);
      // The claim may have missed queues that were planned after it began.
      if ((counts.get(id) ?? 0) >= slots || endpoint.signs !== signs) this.expected.add(endpoint);
    }
  }

  add(inHand: QueueInHand): void {
    const endpoint = this.of(inHand.queue.subscription_id);
    endpoint.failures = inHand.queue.failures;
    endpoint.queues.push(inHand);
    this.blocked.add(endpoint);
  }

  /** Gives places to claimed queues. @returns the queues to deliver now. */
  startable(): QueueInHand[] {
    const now = performance.now();
    this.tellSlow(now);
    const queues: QueueInHand[] = [];
    for (const endpoint of this.blocked) {
      if (this.isFull) break;
      this.startOf(endpoint, now, queues);
    }
    return queues;
  }

  /** Frees a delivered queue's place. @returns the queues to deliver now. */
  ended(inHand: QueueInHand): QueueInHand[] {
    const flight = this.inFlight.get(inHand);
    if (flight === undefined) return [];
    const { endpoint } = flight;
    this.inFlight.delete(inHand);
    endpoint.inFlight -= 1;
    if (flight.unproven) this.unproven -= 1;
    if (flight.slow) {
      this.slow -= 1;
      endpoint.slow -= 1;
    }
    if (endpoint.queues.length > 0) this.blocked.add(endpoint);
    return this.blocked.size === 0 ? [] : this.startable();
  }

  /** Removes and returns an endpoint's claimed queues that are not being delivered. */
  releaseOf(endpoint: EndpointLoad): QueueInHand[] {
    this.blocked.delete(endpoint);
    return endpoint.queues.splice(0);
  }

  /** Removes and returns all claimed queues that are not being delivered. */
  release(): QueueInHand[] {
    return [...this.endpoints.values()].flatMap((endpoint) => this.releaseOf(endpoint));
  }

  private get isFull(): boolean {
    return this.inFlight.size - this.slow >= this.total;
  }

  private startOf(endpoint: EndpointLoad, now: number, started: QueueInHand[]): void {
    while (endpoint.isOpen && this.hasPlace(endpoint)) {
      const inHand = endpoint.queues.shift();
      if (inHand === undefined) break;
      const unproven = !endpoint.isProven;
      this.inFlight.set(inHand, { endpoint, began: now, unproven, slow: false });
      endpoint.inFlight += 1;
      if (unproven) this.unproven += 1;
      started.push(inHand);
    }
    // An endpoint without a place stays in the set. Any other is added again when one of its own queues ends.
    if (endpoint.queues.length === 0 || !endpoint.isOpen) this.blocked.delete(endpoint);
  }

  private hasPlace(endpoint: EndpointLoad): boolean {
    if (this.isFull || (endpoint.slow > 0 && this.slow >= this.total * SLOW_SHARE)) return false;
    return endpoint.isProven || this.unproven < this.total * UNPROVEN_SHARE;
  }

  /** Marks deliveries as slow, which frees their places. */
  private tellSlow(now: number): void {
    for (const flight of this.inFlight.values()) {
      if (flight.slow) continue;
      if (now - flight.began < SLOW_AFTER) return;
      flight.slow = true;
      this.slow += 1;
      flight.endpoint.slow += 1;
      if (flight.unproven) this.unproven -= 1;
      flight.unproven = false;
    }
  }
}
