import type { AsOf } from '../answers/index.js';
import { millisecondsOf } from '../moments.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { Envelope } from './envelope.js';
import type { Trust } from './trust.js';

/** How far the service's clock may be ahead of the verifier's, in milliseconds. */
const AHEAD_AT_MOST = 60_000;

/** Maximum age of an answer. */
export interface Freshness {
  now: Date;
  /** Null for any age. */
  maxAgeSeconds: number | null;
}

/** By the service's clock, the answer and its position are not older than the maximum age. */
export function checkAnswerAge(
  envelopes: readonly Envelope[],
  asOf: AsOf,
  { now, maxAgeSeconds }: Freshness,
): Passed<null> {
  const moments = [asOf.at, ...envelopes.map(({ verified_at }) => verified_at)];
  const about = `as of ${asOf.at}`;
  if (maxAgeSeconds === null) throw new NotChecked('no greatest age is given', about);
  const oldest = Math.min(...moments.map(millisecondsOf));
  const newest = Math.max(...moments.map(millisecondsOf));
  if (now.getTime() - oldest > maxAgeSeconds * 1000) {
    throw new CheckFailed(`it is older than ${maxAgeSeconds} s`, about);
  }
  if (newest - now.getTime() > AHEAD_AT_MOST) throw new CheckFailed('it is from the future', about);
  return new Passed(null, about);
}

/** Enough witnesses cosigned the checkpoint within the maximum age. Only their times do not come from the service. */
export function checkWitnessedAge(
  { cosignatures }: OpenedCheckpoint,
  { quorum }: Trust,
  { now, maxAgeSeconds }: Freshness,
): Passed<null> {
  if (quorum === 0)
    throw new NotChecked('no witness is pinned, so that every time is the service’s own word');
  if (maxAgeSeconds === null) throw new NotChecked('no greatest age is given');
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  const fresh = cosignatures.filter(({ time }) => seconds - time <= BigInt(maxAgeSeconds));
  if (fresh.length < quorum) {
    throw new CheckFailed(`fewer than ${quorum} witnesses cosigned within ${maxAgeSeconds} s`);
  }
  return new Passed(null, `${fresh.length} witnesses within ${maxAgeSeconds} s`);
}
