import type { AttemptOutcome } from '../../sending/decide-outcome.js';
import type { ClaimedQueue } from './claim-queues.js';
import type { WaitingEntry } from './read-entries.js';

/** One attempt and how it ended. */
export interface MadeAttempt {
  entry: WaitingEntry;
  project_id: string;
  /** Number of the attempt within its delivery, from 1. */
  number: number;
  /** Time on the process's monotonic clock, milliseconds. */
  began: number;
  status: number | null;
  error: string | null;
  latency_ms: number;
  answer: string | null;
  outcome: AttemptOutcome['kind'];
  /** Whether the attempt was requested. */
  manual: boolean;
  /** Whether the attempt is outside of the retry schedule, which it leaves unchanged. */
  unscheduled: boolean;
}

/** Result of delivering a claimed queue. */
export interface QueueResult {
  queue: ClaimedQueue;
  /** In order; all but the last ended their entries. */
  attempts: MadeAttempt[];
  /** Milliseconds after which the rest of the queue is due; null keeps the scheduled time. */
  again_in: number | null;
  /** Milliseconds for which the endpoint is held back; null where it is not. */
  hold_for: number | null;
}

/** Whether an attempt ended its entry. After `gone` the entry waits until the subscription is enabled again. */
export function endsEntry({ outcome }: MadeAttempt): boolean {
  return outcome === 'acknowledged' || outcome === 'exhausted';
}
