import type { QueueInHand } from './endpoint-load.js';

/** Delivers the queues that this process plans. */
export interface Deliverer {
  /** How many new queues of all subscriptions may be leased to this process now. */
  room(): number;
  /** How many new queues of one subscription may be leased to this process now. */
  roomFor(subscriptionId: string): number;
  /** Takes queues that were leased when they were planned. Call this after the commit. */
  take(queues: readonly QueueInHand[]): void;
  /** Call this after a commit that made queues of these subscriptions due. */
  nudge(subscriptionIds: Iterable<string>): void;
}
