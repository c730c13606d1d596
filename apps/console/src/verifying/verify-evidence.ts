import {
  digestReason,
  encodeBase64,
  hashLeaf,
  logEntry,
  decodeBase64,
  parseCheckpoint,
  parseNote,
  slotOf,
  verifyBundle,
  type Finding,
  type LogEntries,
  type Report,
} from '@service/evidence';
import { drawnPath } from './audit-path.js';
import { readView, type ElementCard, type EvidenceView } from './evidence-view.js';
import type { LogSession } from './log-session.js';
import type { Verified, VerifyTask } from './messages.js';
import { trustDocument } from './pinned-trust.js';

interface Listeners {
  onCheck(finding: Finding): void;
  onProgress(done: number, of: number): void;
}

/** Verifies a bundle as the offline verifier does, with what this browser pinned and kept, and keeps what it saw. */
export async function verifyEvidence(
  { evidence, request, nonce, withEntries, reasons }: VerifyTask,
  session: LogSession,
  { onCheck, onProgress }: Listeners,
): Promise<Verified> {
  const { decision, trust } = await session.meet();
  const { pin } = decision;
  const text = typeof evidence === 'string' ? evidence : new TextDecoder().decode(evidence);
  const view = readView(text);
  const size = Math.max(sizeOf(view?.checkpoint), sizeInAsOf(view?.asOf), pin.size);
  const entries = withEntries ? await session.entries(size, onProgress) : null;
  const report = verifyBundle(evidence, trust, {
    onCheck,
    ...(request === null ? {} : { request }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(pin.checkpoint === null ? {} : { checkpoint: pin.checkpoint }),
    ...(entries === null ? {} : { entries }),
  });
  const isSigned = hasPassed(report, 'checkpoint.signature') && report.checks.every(isNotFailed);
  const seen = { note: view?.checkpoint ?? '', size: sizeOf(view?.checkpoint) };
  const isProven = hasPassed(report, 'kept.consistency');
  return {
    report,
    decision,
    pinned: { keys: trustDocument(pin) },
    pin: isSigned ? await session.keep(pin, { ...seen, isProven }) : pin,
    reasonsHold: view === null ? [] : holdingReasons(text, reasons),
    path: view === null ? null : receiptPath(view),
    indices: entries === null || view === null ? {} : indicesOf(view.record, trust.origin, entries),
    entries: size,
  };
}

function hasPassed({ checks }: Report, check: string): boolean {
  return checks.some((each) => each.check === check && each.outcome === 'passed');
}

function isNotFailed({ outcome }: Finding): boolean {
  return outcome !== 'failed';
}

function sizeOf(note: string | undefined): number {
  try {
    return parseCheckpoint(parseNote(note ?? '').text).size;
  } catch {
    return 0;
  }
}

function sizeInAsOf(asOf: string | undefined): number {
  const size = Number(asOf?.split(' ')[1]);
  return Number.isSafeInteger(size) ? size : 0;
}

/** Sequences of the elements that name the digest of their reason. */
function holdingReasons(text: string, reasons: VerifyTask['reasons']): number[] {
  const { record } = JSON.parse(text) as { record?: unknown };
  if (!Array.isArray(record)) return [];
  const named = new Map(
    (record as { sequence?: number; reason_digest?: string }[]).map((element) => [
      element?.sequence,
      element?.reason_digest,
    ]),
  );
  return reasons
    .filter(({ sequence, reason, salt }) => named.get(sequence) === digestReason(salt, reason))
    .map(({ sequence }) => sequence);
}

/** The log entry of an element; its slot follows from the element before it. */
function entryOf(card: ElementCard, before: ElementCard | undefined, origin: string): Uint8Array {
  return logEntry(slotOf(origin, card.issuerSignature ?? card.subjectId, before), card.digest);
}

function receiptPath({ record, receipt, log }: EvidenceView): Verified['path'] {
  const newest = record.at(-1);
  if (receipt === null || newest === undefined) return null;
  try {
    const leaf = hashLeaf(entryOf(newest, record.at(-2), log));
    const { index, size, root } = receipt;
    const steps = drawnPath(leaf, { index, size, proof: receipt.proof.map(decodeBase64) });
    return steps === null ? null : { leaf: encodeBase64(leaf), root, steps };
  } catch {
    // The checks report what is wrong with the receipt.
    return null;
  }
}

function indicesOf(
  record: readonly ElementCard[],
  origin: string,
  entries: LogEntries,
): Record<number, number> {
  const indices: Record<number, number> = {};
  for (const [at, card] of record.entries()) {
    try {
      const index = entries.indexOf(entryOf(card, record[at - 1], origin).subarray(0, 32));
      if (index !== null) indices[card.sequence] = index;
    } catch {
      // A damaged element has no digest to look for.
    }
  }
  return indices;
}
