import type { AsOf } from '../answers/index.js';
import { sameHash } from '../merkle/index.js';
import { millisecondsOf } from '../moments.js';
import type { Cosignature, OpenedCheckpoint } from '../notes/index.js';
import { quorumTime } from '../policy/index.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { Envelope } from './envelope.js';
import type { PinnedWitness, Trust } from './trust.js';

/** Milliseconds after which the service no longer answers from a position of the log. */
export const POSITION_LAG = 5_000;

/** The verifier's clock. */
export interface Clock {
  now: Date;
  /** Milliseconds by which two clocks may differ. */
  slack: number;
}

/** Maximum age of an answer. */
export interface Freshness extends Clock {
  /** Null for any age. */
  maxAgeSeconds: number | null;
}

/**
 * The answer's position was the newest at its time: no larger tree had been cosigned long before, and a tree that was
 * cosigned in time holds nothing that changes the answer. A tree's age is the word of a quorum of the witnesses, so that
 * neither the service nor a single slow or lying witness decides it.
 * @param trees checkpoints that a pinned key of the log signed.
 * @param doubtBetween why the entries from one size to another may change the answer; null where they do not.
 * @returns size of the smallest tree that was cosigned in time.
 */
export function checkAsOfTime(
  { treeSize, root, at }: AsOf,
  trees: readonly OpenedCheckpoint[],
  trust: Trust,
  { slack }: Freshness,
  doubtBetween: (from: number, to: number) => string | null,
): Passed<number> {
  if (trust.quorum === null)
    throw new NotChecked('not decided: no witness is pinned, and the service chose the time', at);
  const witnessed = trees
    .map(({ checkpoint, cosignatures }) => ({ ...checkpoint, time: cosignedAt({ cosignatures }, trust) }))
    .filter((tree): tree is typeof tree & { time: number } => tree.time !== null)
    .filter((tree) => tree.size > treeSize || (tree.size === treeSize && sameHash(tree.root, root)));
  const earliest = millisecondsOf(at) - POSITION_LAG - slack;
  const about = `${treeSize} at ${at}`;
  const older = witnessed.find(({ size, time }) => size > treeSize && time < earliest);
  if (older !== undefined) {
    const seconds = Math.round((millisecondsOf(at) - older.time) / 1_000);
    const why = `the position is older than it says: ${seconds} s before, witnesses had cosigned the tree of ${older.size}`;
    throw new CheckFailed(why, about);
  }
  const inTime = witnessed.filter(({ time }) => time >= earliest).map(({ size }) => size);
  if (inTime.length === 0) {
    throw new NotChecked('not decided: no tree at hand was cosigned by enough witnesses at that time', at);
  }
  // The service chose this tree and the position: what lies between them may be hours old.
  const until = Math.min(...inTime);
  const doubt = doubtBetween(treeSize, until);
  if (doubt !== null) throw new NotChecked(`not decided: ${doubt}`, about);
  return new Passed(until, `${about}, by the tree of ${until}`);
}

/** The cosignatures that are not from the future: the time of such a one is wrong, so that it proves nothing. */
export function cosignedByNow<Of extends Cosigned>(opened: Of, { now, slack }: Clock): Of {
  const latest = BigInt(Math.floor((now.getTime() + slack) / 1_000));
  return { ...opened, cosignatures: opened.cosignatures.filter(({ time }) => time <= latest) };
}

/** When a quorum had cosigned a checkpoint, in milliseconds since 1970; null where too few cosigned. */
export function cosignedAt(
  { cosignatures }: Cosigned,
  { quorum, witnesses }: TrustedWitnesses,
): number | null {
  const time = quorum === null ? null : quorumTime(quorum, cosignedTimes(cosignatures, witnesses));
  return time === null ? null : Number(time) * 1_000;
}

type Cosigned = Pick<OpenedCheckpoint, 'cosignatures'>;
type TrustedWitnesses = Pick<Trust, 'quorum' | 'witnesses'>;

/** When each witness cosigned, by its name in the quorum. */
function cosignedTimes(
  cosignatures: readonly Cosignature[],
  witnesses: readonly PinnedWitness[],
): Map<string, bigint> {
  const times = new Map<string, bigint>();
  for (const cosignature of cosignatures) {
    const witness = witnesses.find((each) => each.isNamedBy(cosignature));
    if (witness !== undefined) times.set(witness.id, cosignature.time);
  }
  return times;
}

/**
 * The cosignatures that are not older than some seconds.
 * @param now seconds since 1970.
 */
export function cosignedWithin({ cosignatures }: Cosigned, seconds: number, now: number): Cosigned {
  const since = BigInt(Math.floor(now)) - BigInt(seconds);
  return { cosignatures: cosignatures.filter(({ time }) => time >= since) };
}

/** The times in the answer are those of the position that it names. */
export function checkAnswerTimes(
  envelopes: readonly Envelope[],
  { at }: AsOf,
  { slack }: Freshness,
): Passed<null> {
  for (const { verified_at, record } of envelopes) {
    const apart = Math.abs(millisecondsOf(verified_at) - millisecondsOf(at));
    if (apart > POSITION_LAG + slack) {
      throw new CheckFailed(`it says ${verified_at}, and its position of the log ${at}`, record.id);
    }
  }
  return new Passed(null, envelopes[0]?.verified_at ?? at);
}

/** Nothing that the answer shows happened after it. */
export function requireEarlier(
  chains: readonly SubjectChain<{ occurred_at: string }>[],
  envelopes: readonly Envelope[],
  { slack }: Freshness,
): void {
  const latest = Math.max(...envelopes.map(({ verified_at }) => millisecondsOf(verified_at)));
  for (const { elements, subjectId } of chains) {
    for (const [index, { content }] of elements.entries()) {
      if (millisecondsOf(content.occurred_at) > latest + POSITION_LAG + slack) {
        const why = `it happened at ${content.occurred_at}, after the answer`;
        throw new CheckFailed(why, `element ${index + 1} of ${subjectId}`);
      }
    }
  }
}

/** By the verifier's clock, the answer and its position are not from the future, nor older than the maximum age. */
export function checkAnswerAge(
  envelopes: readonly Envelope[],
  asOf: AsOf,
  { now, maxAgeSeconds, slack }: Freshness,
): Passed<null> {
  const moments = [asOf.at, ...envelopes.map(({ verified_at }) => verified_at)].map(millisecondsOf);
  const about = `as of ${asOf.at}`;
  if (Math.max(...moments) - now.getTime() > slack) throw new CheckFailed('it is from the future', about);
  if (maxAgeSeconds === null) throw new NotChecked('no greatest age is given', about);
  if (now.getTime() - Math.min(...moments) > maxAgeSeconds * 1000) {
    throw new CheckFailed(`it is older than ${maxAgeSeconds} s`, about);
  }
  return new Passed(null, about);
}

/** Enough witnesses cosigned the checkpoint within the maximum age. Only their times do not come from the service. */
export function checkWitnessedAge(
  opened: OpenedCheckpoint,
  trust: Trust,
  { now, maxAgeSeconds }: Freshness,
): Passed<null> {
  if (trust.quorum === null)
    throw new NotChecked('no witness is pinned, so that every time is the service’s own word');
  if (maxAgeSeconds === null) throw new NotChecked('no greatest age is given');
  const fresh = cosignedWithin(opened, maxAgeSeconds, now.getTime() / 1_000);
  if (cosignedAt(fresh, trust) === null) {
    throw new CheckFailed(`too few witnesses cosigned within ${maxAgeSeconds} s`);
  }
  return new Passed(null, `${fresh.cosignatures.length} witnesses within ${maxAgeSeconds} s`);
}
