import { openCheckpoint, type OpenedCheckpoint } from '../notes/index.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { Trust } from './trust.js';

/** The bundle is about the pinned log. */
export function checkOrigin(origin: string, trust: Trust): Passed<string> {
  if (origin !== trust.origin) {
    throw new CheckFailed(`the log is ${origin}, and the one that is pinned is ${trust.origin}`);
  }
  return new Passed(origin, origin);
}

/**
 * A pinned key of the log signed the checkpoint, and no signature of a pinned key is invalid. Everything else is checked
 * against the size and root of this checkpoint.
 */
export function openPinnedCheckpoint(note: string, trust: Trust): Passed<OpenedCheckpoint> {
  const { origin, log, witnesses: cosigners } = trust;
  const opened = openCheckpoint(note, { origin, log, cosigners });
  return new Passed(opened, describe(opened));
}

function describe({ checkpoint: { origin, size } }: OpenedCheckpoint): string {
  return `${origin} at ${size}`;
}

/** As many pinned witnesses cosigned as the quorum requires. */
export function checkWitnesses({ cosignatures }: OpenedCheckpoint, trust: Trust): Passed<null> {
  if (trust.quorum === 0) {
    throw new NotChecked('no witness is pinned, so that the log may show others another tree');
  }
  const about = `${cosignatures.length} of ${trust.witnesses.length} witnesses, ${trust.quorum} needed`;
  if (cosignatures.length < trust.quorum) throw new CheckFailed('too few witnesses cosigned', about);
  return new Passed(null, about);
}
