import type { AsOf } from '../answers/index.js';
import type { BundledConsistency, EvidenceBundle } from '../bundle/bundle.js';
import { decodeBase64 } from '../encoding/base-encodings.js';
import { verifyConsistency } from '../merkle/index.js';
import type { Checkpoint, OpenedCheckpoint } from '../notes/index.js';
import { openPinnedCheckpoint } from './checkpoint-checks.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import { comparePositions, type VerifiedLog } from './verified-log.js';
import type { Trust } from './trust.js';

/** The answer's position is a prefix of the checkpoint's log. */
export function checkAsOf(
  asOf: AsOf,
  { checkpoint }: OpenedCheckpoint,
  { consistency: { from, to, proof } }: EvidenceBundle,
): Passed<AsOf> {
  const about = `from ${asOf.treeSize} to ${checkpoint.size}`;
  if (asOf.origin !== checkpoint.origin)
    throw new CheckFailed('the answer holds as of another log', asOf.origin);
  if (from !== asOf.treeSize || to !== checkpoint.size) {
    throw new CheckFailed(`the proof leads from ${from} to ${to}`, about);
  }
  const claim = {
    fromSize: asOf.treeSize,
    fromRoot: asOf.root,
    toSize: checkpoint.size,
    toRoot: checkpoint.root,
  };
  if (!verifyConsistency({ ...claim, proof: proof.map(decodeBase64) })) {
    throw new CheckFailed('the log that the answer holds as of is not the beginning of this one', about);
  }
  return new Passed(asOf, about);
}

/** A pinned key signed the verifier's earlier checkpoint. */
export function openEarlierCheckpoint(note: string | undefined, trust: Trust): Passed<OpenedCheckpoint> {
  if (note === undefined) throw new NotChecked('no checkpoint that was kept from before is given');
  return openPinnedCheckpoint(note, trust);
}

/**
 * The verifier's earlier checkpoint is of the same log history as the positions that the bundle proves.
 * @param shown the bundle's proof from a size that its reader named, with the checkpoint at the proof's end.
 */
export function checkEarlierCheckpoint(
  { checkpoint: kept }: OpenedCheckpoint,
  log: VerifiedLog,
  shown: { earlier: BundledConsistency; checkpoint: Checkpoint } | undefined,
): Passed<null> {
  if (shown === undefined || shown.earlier.from !== kept.size) {
    return new Passed(null, comparePositions(kept, log));
  }
  const { earlier, checkpoint } = shown;
  const about = `from ${kept.size} to ${checkpoint.size}`;
  const claim = {
    fromSize: kept.size,
    fromRoot: kept.root,
    toSize: checkpoint.size,
    toRoot: checkpoint.root,
  };
  const proof = earlier.proof.map(decodeBase64);
  if (earlier.to !== checkpoint.size || !verifyConsistency({ ...claim, proof })) {
    throw new CheckFailed('the log of the earlier checkpoint is not the beginning of this one', about);
  }
  return new Passed(null, about);
}
