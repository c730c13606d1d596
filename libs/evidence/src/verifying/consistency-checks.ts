import type { AsOf } from '../answers/index.js';
import type { BundledConsistency, EvidenceBundle } from '../bundle/bundle.js';
import { decodeBase64 } from '../encoding/base-encodings.js';
import { verifyConsistency } from '../merkle/index.js';
import type { Checkpoint, OpenedCheckpoint } from '../notes/index.js';
import { openPinnedCheckpoint } from './checkpoint-checks.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import { comparePositions, rootAt, type VerifiedLog } from './verified-log.js';
import type { Clock } from './time-checks.js';
import type { Trust } from './trust.js';

/** Whether a bundle's proof leads to a checkpoint. @param fromRoot at the size that it leads from; null where nothing tells it. */
function leadsTo(
  { size, root }: Checkpoint,
  { from, to, proof }: BundledConsistency,
  fromRoot: Uint8Array | null,
): boolean {
  const claim = { fromSize: from, fromRoot, toSize: size, toRoot: root };
  return to === size && verifyConsistency({ ...claim, proof: proof.map(decodeBase64) });
}

/** The answer's position is a prefix of the checkpoint's log. */
export function checkAsOf(
  asOf: AsOf,
  { checkpoint }: OpenedCheckpoint,
  { consistency }: EvidenceBundle,
): Passed<AsOf> {
  const { from, to } = consistency;
  const about = `from ${asOf.treeSize} to ${checkpoint.size}`;
  if (asOf.origin !== checkpoint.origin)
    throw new CheckFailed('the answer holds as of another log', asOf.origin);
  if (from !== asOf.treeSize || to !== checkpoint.size) {
    throw new CheckFailed(`the proof leads from ${from} to ${to}`, about);
  }
  if (!leadsTo(checkpoint, consistency, asOf.root)) {
    throw new CheckFailed('the log that the answer holds as of is not the beginning of this one', about);
  }
  return new Passed(asOf, about);
}

/** A pinned key signed the verifier's earlier checkpoint. */
export function openEarlierCheckpoint(
  note: string | undefined,
  trust: Trust,
  clock: Clock,
): Passed<OpenedCheckpoint> {
  if (note === undefined) throw new NotChecked('no checkpoint that was kept from before is given');
  return openPinnedCheckpoint(note, trust, clock);
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
  if (!leadsTo(checkpoint, earlier, kept.root)) {
    throw new CheckFailed('the log of the earlier checkpoint is not the beginning of this one', about);
  }
  return new Passed(null, about);
}

/**
 * The bundle's proof from a size that its reader named leads to its checkpoint, even where the reader shows no checkpoint of
 * that size.
 */
export function checkEarlierProof(
  earlier: BundledConsistency | undefined,
  { checkpoint }: OpenedCheckpoint,
  log: VerifiedLog,
): Passed<null> {
  if (earlier === undefined) throw new NotChecked('it has no proof from an earlier size');
  const { from } = earlier;
  const about = `from ${from} to ${checkpoint.size}`;
  const fromRoot = rootAt(from, log);
  if (!leadsTo(checkpoint, earlier, fromRoot)) {
    throw new CheckFailed('its proof from an earlier size does not lead to its checkpoint', about);
  }
  if (fromRoot === null) throw new NotChecked(`nothing at hand tells the root at ${from}`, about);
  return new Passed(null, about);
}
