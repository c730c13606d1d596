import type { AsOf } from '../answers/index.js';
import type { PublishedKey } from '../elements/element-signature.js';
import { millisecondsOf } from '../moments.js';
import type { SignedChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { KeyTermsLookUp } from './key-terms.js';
import { CLOCK_SLACK_SECONDS } from './options.js';
import { POSITION_LAG, type Freshness } from './time-checks.js';

/**
 * The answer's time is one at which its key signed: published before, and not revoked for whatever cause. Nor does its
 * position hold the key's end: who has the key chooses the time.
 */
export function checkAnswerKeyTime(
  keyId: string,
  { at, treeSize }: AsOf,
  keyOf: KeyTermsLookUp,
  { slack }: Freshness,
): Passed<null> {
  const key = keyOf(keyId);
  if (key === undefined || key.published_at === null) {
    throw new NotChecked('it is not known when the key was published', keyId);
  }
  const why = reasonAgainst(key, at, slack);
  if (why !== null) throw new CheckFailed(why, `as of ${at}`);
  if (key.end !== undefined && key.end < treeSize) {
    throw new CheckFailed(`the log has the end of its key at ${key.end}`, `as of the size ${treeSize}`);
  }
  return new Passed(null, `as of ${at}`);
}

/** Every element's time is one at which the key of its signature signed. */
export function checkElementKeyTimes(
  chains: readonly SignedChain<{ occurred_at: string }>[],
  keyOf: KeyTermsLookUp,
  { slack }: Freshness,
): Passed<null> {
  let count = 0;
  for (const { elements, shown, subjectId } of chains) {
    for (const [index, { content }] of elements.entries()) {
      const about = `element ${index + 1} of ${subjectId}`;
      const key = keyOf(shown[index]?.signature?.key_id ?? '');
      if (key === undefined || key.published_at === null) {
        throw new NotChecked('it is not known when the key of its signature was published', about);
      }
      const why = reasonAgainst(key, content.occurred_at, slack);
      if (why !== null) throw new CheckFailed(why, about);
      count += 1;
    }
  }
  return new Passed(null, `${count} signatures`);
}

/** Whether a key may have signed at a time: published before, and not revoked for whatever cause, but for the usual slack. */
export function signsAt(key: PublishedKey, at: string): boolean {
  return reasonAgainst(key, at, CLOCK_SLACK_SECONDS * 1_000) === null;
}

function reasonAgainst(
  { published_at = null, revoked_at = null }: PublishedKey,
  at: string,
  slack: number,
): string | null {
  // Of two times of this form, the later has the larger text: nothing is parsed where no slack is needed.
  if ((published_at === null || published_at <= at) && (revoked_at === null || at <= revoked_at)) return null;
  const allowed = POSITION_LAG + slack;
  const time = millisecondsOf(at);
  if (published_at !== null && time < millisecondsOf(published_at) - allowed) {
    return `its key was published at ${published_at}, after ${at}`;
  }
  if (revoked_at !== null && time > millisecondsOf(revoked_at) + allowed) {
    return `its key was revoked at ${revoked_at}, before ${at}`;
  }
  return null;
}
