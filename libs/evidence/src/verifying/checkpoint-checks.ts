import { openCheckpoint, type OpenedCheckpoint } from '../notes/index.js';
import { fewestWitnesses } from '../policy/index.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import { cosignedAt, cosignedByNow, type Clock } from './time-checks.js';
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
 * against the size and root of this checkpoint. Cosignatures from the future do not count.
 */
export function openPinnedCheckpoint(note: string, trust: Trust, clock: Clock): Passed<OpenedCheckpoint> {
  const { origin, log, witnesses: cosigners } = trust;
  const signed = openCheckpoint(note, { origin, log, cosigners });
  const opened = cosignedByNow(signed, clock);
  const later = signed.cosignatures.length - opened.cosignatures.length;
  const about = `${opened.checkpoint.origin} at ${opened.checkpoint.size}`;
  return new Passed(
    opened,
    later === 0 ? about : `${about}; ${later} cosignatures from the future do not count`,
  );
}

/** A quorum of the pinned witnesses cosigned. */
export function checkWitnesses(opened: OpenedCheckpoint, trust: Trust): Passed<null> {
  if (trust.quorum === null) {
    throw new NotChecked('no witness is pinned, so that the log may show others another tree');
  }
  const needed = fewestWitnesses(trust.quorum);
  const about = `${opened.cosignatures.length} of ${trust.witnesses.length} witnesses, ${needed} needed`;
  if (cosignedAt(opened, trust) === null) throw new CheckFailed('too few witnesses cosigned', about);
  return new Passed(null, about);
}
