import { openCheckpoint, parseTrust, type OpenedCheckpoint, type Trust } from '@service/evidence';
import type { Pin } from './pin.js';

/** The trust that follows from a pin: its keys of the log, and a majority of its witnesses. */
export function trustOf({ origin, vkeys, witnesses }: Pin): Trust {
  const quorum = Math.floor(witnesses.length / 2) + 1;
  const watched = witnesses.length === 0 ? {} : { witnesses, quorum };
  return parseTrust(JSON.stringify({ log: { origin, vkeys }, ...watched }));
}

/** A checkpoint that a pinned key of the log signed.
 *  @throws EvidenceError */
export function openPinned(note: string, trust: Trust): OpenedCheckpoint {
  return openCheckpoint(note, { origin: trust.origin, log: trust.log, cosigners: trust.witnesses });
}
