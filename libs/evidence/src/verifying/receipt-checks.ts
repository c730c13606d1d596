import { decodeBase64 } from '../encoding/base-encodings.js';
import { hashLeaf, sameHash, verifyInclusion } from '../merkle/index.js';
import type { AnsweredRecord } from './answered-records.js';
import { newestEntry } from './chains.js';
import { openPinnedCheckpoint } from './checkpoint-checks.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { Receipt } from './envelope.js';
import type { LogIndices } from './inclusion-checks.js';
import { comparePositions, type VerifiedLog, type LogPosition } from './verified-log.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import type { Clock } from './time-checks.js';
import type { Trust } from './trust.js';

/** A receipt whose size and root are those of its checkpoint. */
export interface OpenedReceipt {
  receipt: Receipt;
  position: LogPosition;
  /** Its checkpoint with the cosignatures. */
  opened: OpenedCheckpoint;
  chain: AnsweredRecord['chain'];
}

/** The receipt's size and root are those of its checkpoint, which a pinned key of the log signed. */
export function openReceipt(
  { envelope, chain }: AnsweredRecord,
  trust: Trust,
  clock: Clock,
): Passed<OpenedReceipt> {
  const { provenance } = envelope.evidence;
  const receipt = provenance?.receipt ?? null;
  if (receipt === null) throw new NotChecked('the answer has no receipt', chain.subjectId);
  const opened = openPinnedCheckpoint(receipt.checkpoint, trust, clock).value;
  const { size, root } = opened.checkpoint;
  if (receipt.tree_size !== size || !sameHash(decodeBase64(receipt.root_hash), root)) {
    throw new CheckFailed('its size or root are not those of its checkpoint', chain.subjectId);
  }
  return new Passed({ receipt, position: { size, root }, opened, chain }, `tree of ${size}`);
}

/** The receipt is that of the newest element. */
export function checkReceiptInclusion(
  { receipt, position: { size, root }, chain }: OpenedReceipt,
  { origin }: Trust,
): Passed<null> {
  const proof = receipt.inclusion_proof.map(decodeBase64);
  const leafHash = hashLeaf(newestEntry(chain, origin));
  if (!verifyInclusion({ leafHash, index: receipt.log_index, size, root, proof })) {
    throw new CheckFailed('its newest element is not in the log at that place', chain.subjectId);
  }
  return new Passed(null, `index ${receipt.log_index}`);
}

/**
 * The receipt's tree belongs to the verified log.
 * @param indices log indices of the newest elements by the bundle's proofs; undefined without proofs.
 */
export function checkReceiptConsistency(
  { receipt, position, chain }: OpenedReceipt,
  indices: LogIndices | undefined,
  log: VerifiedLog,
): Passed<null> {
  const index = indices?.get(chain.subjectId);
  if (index !== undefined && index !== receipt.log_index) {
    throw new CheckFailed(`it says index ${receipt.log_index}, the proof ${index}`, chain.subjectId);
  }
  return new Passed(null, comparePositions(position, log));
}
