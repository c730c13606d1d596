import type { QueueInHand } from './endpoint-load.js';

/** Delivers what this process plans. */
export interface Deliverer {
  /** How many new queues may be leased to this process now, of all subscriptions. */
  room(): number;
  /** The same of one subscription. */
  roomFor(subscriptionId: string): number;
  /** Takes queues that were leased as they were planned; call it after the commit. */
  take(queues: readonly QueueInHand[]): void;
  /** Call this after a commit that made queues of these subscriptions due. */
  nudge(subscriptionIds: Iterable<string>): void;
}
