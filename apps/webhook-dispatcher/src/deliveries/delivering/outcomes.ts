import type { AttemptOutcome } from '../../sending/decide-outcome.js';
import type { ClaimedLane } from './claim-lanes.js';

/** An attempt that was made. */
export interface MadeAttempt {
  seq: string;
  /** Of the delivery's attempts, from 1. */
  number: number;
  /** Moment of the process's monotonic clock, in milliseconds. */
  began: number;
  status: number | null;
  error: string | null;
  latency_ms: number;
  answer: string | null;
  outcome: AttemptOutcome['kind'];
}

/** What became of a claimed lane. */
export interface LaneOutcome {
  lane: ClaimedLane;
  /** In order; only the last can be one that did not end its entry. */
  attempts: MadeAttempt[];
  /** Milliseconds after which what is left of the lane is due. */
  again_in: number;
  /** Milliseconds for which the endpoint is to be left alone; null where it need not be. */
  hold_for: number | null;
}

/** Whether an attempt ended its entry: one that is gone is attempted again once its subscription is enabled. */
export function endsEntry({ outcome }: MadeAttempt): boolean {
  return outcome === 'acknowledged' || outcome === 'exhausted';
}
