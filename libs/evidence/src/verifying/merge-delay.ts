import { AUTHORITY_TRANSITIONS } from '../elements/authority-transitions.js';
import { KEY_TRANSITIONS } from '../elements/key-transitions.js';
import { RECORD_TRANSITIONS } from '../elements/record-transitions.js';
import { millisecondsOf } from '../moments.js';

const TRANSITIONS = { ...RECORD_TRANSITIONS, ...AUTHORITY_TRANSITIONS, ...KEY_TRANSITIONS };

/** What the promise about an element depends on. */
export interface Promised {
  type: keyof typeof TRANSITIONS;
  occurred_at: string;
}

/** Seconds after its time within which an element is in the log, where the service promises nothing else. */
export const MERGE_DELAY_SECONDS = 3_600;

/** By when an element is in the log, as an answer without a receipt promises. ISO 8601, UTC, milliseconds. */
export function loggedBy(occurredAt: string): string {
  return new Date(millisecondsOf(occurredAt) + MERGE_DELAY_SECONDS * 1_000).toISOString();
}

/** Whether a transition can add a `passed`: only such an element is refused where the log has it late. */
export function addsPassed({ type }: Pick<Promised, 'type'>): boolean {
  return TRANSITIONS[type].adds_passed;
}

/** By when a log must have an element for its bundles to be verified; null for one that nothing was promised about. */
export function dueIn(origin: string, { log, ...promised }: Promised & { log: string }): string | null {
  return log === origin && addsPassed(promised) ? loggedBy(promised.occurred_at) : null;
}

/** Whether an element that adds a `passed` was missing after the time that was promised for it. */
export function breaksPromise(promised: Promised, at: Date): boolean {
  return addsPassed(promised) && at.getTime() > millisecondsOf(loggedBy(promised.occurred_at));
}
