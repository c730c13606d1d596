import type { AsOf } from '../answers/index.js';
import { RECORD_TRANSITIONS } from '../elements/record-transitions.js';
import { millisecondsOf } from '../moments.js';
import type { Told } from './answer-rules.js';
import { CheckFailed } from './checklist.js';
import { loggedBy } from './merge-delay.js';
import type { Clock } from './time-checks.js';

/** After the time by which it was promised in the log, what can add a `passed` is shown with its receipt. */
export function requireKeptPromises(
  all: readonly Told[],
  { origin }: AsOf,
  { slack }: Pick<Clock, 'slack'>,
): void {
  for (const { envelope, newest } of all) {
    const { evidence, record, verified_at } = envelope;
    if (newest === undefined || evidence.provenance?.receipt !== null) continue;
    const { log, occurred_at, type } = newest.content;
    // An element of the log before has its promise from that one.
    if (log !== origin || !RECORD_TRANSITIONS[type].adds_passed) continue;
    const until = loggedBy(occurred_at);
    if (millisecondsOf(verified_at) > millisecondsOf(until) + slack) {
      throw new CheckFailed(
        `it says ${verified_at}, and its newest element was promised in the log by ${until}`,
        record.id,
      );
    }
  }
}
