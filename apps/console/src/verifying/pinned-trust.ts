import { openCheckpoint, parseTrust, type OpenedCheckpoint, type Trust } from '@service/evidence';
import type { Pin } from './pin.js';

/** The trust that follows from a pin: its keys of the log, and a majority of its witnesses. */
export function trustOf(pin: Pin): Trust {
  return parseTrust(trustDocument(pin));
}

/** The document of that trust. @param keys the service’s own document, whose keys of answers are trusted too. */
export function trustDocument({ origin, vkeys, witnesses }: Pin, keys = '{}'): string {
  const quorum = Math.floor(witnesses.length / 2) + 1;
  const watched = witnesses.length === 0 ? {} : { witnesses, quorum };
  const { keys: ofAnswers } = JSON.parse(keys) as { keys?: unknown };
  return JSON.stringify({ log: { origin, vkeys }, ...watched, keys: ofAnswers });
}

/** A checkpoint that a pinned key of the log signed.
 *  @throws EvidenceError */
export function openPinned(note: string, trust: Trust): OpenedCheckpoint {
  return openCheckpoint(note, { origin: trust.origin, log: trust.log, cosigners: trust.witnesses });
}
