import { decodeBase64, encodeBase64 } from '../encoding/base-encodings.js';
import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { HASH_LENGTH, requireHash } from '../merkle/hashing.js';
import { requireSize } from '../merkle/nodes.js';

/** A log's request to cosign a checkpoint. C2SP tlog-witness, `add-checkpoint`. */
export interface AddCheckpoint {
  /** Size of the last checkpoint that the witness cosigned; 0 without one. */
  oldSize: number;
  /** Proof that this tree is a prefix of the checkpoint's, at most 63 hashes. */
  proof: Uint8Array[];
  /** Signed note of the checkpoint. */
  checkpoint: string;
}

const HASHES_AT_MOST = 63;
const OLD = 'old ';

/** The body of the request. @throws RangeError where the size or a hash is invalid, or there are too many hashes. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  requireSize(oldSize);
  proof.forEach(requireHash);
  if (proof.length > HASHES_AT_MOST) throw new RangeError(`A proof has at most ${HASHES_AT_MOST} hashes.`);
  return [`${OLD}${oldSize}`, ...proof.map(encodeBase64), '', checkpoint].join('\n');
}

/**
 * Reads the body of the request without checking the checkpoint or the proof.
 * @throws EvidenceError `add_checkpoint.malformed` on any other form.
 */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n');
  if (end === -1) throw malformed('there is no empty line before a checkpoint');
  const [first = '', ...hashes] = text.slice(0, end).split('\n');
  const oldSize = first.startsWith(OLD) ? readDecimal(first.slice(OLD.length)) : null;
  if (oldSize === null) throw malformed('the first line is not "old" and a decimal without leading zeros');
  if (hashes.length > HASHES_AT_MOST) throw malformed(`it has more than ${HASHES_AT_MOST} hashes`);
  return { oldSize, proof: hashes.map(hashOf), checkpoint: text.slice(end + 2) };
}

function hashOf(line: string): Uint8Array {
  try {
    const hash = decodeBase64(line);
    if (hash.length === HASH_LENGTH) return hash;
  } catch {
    // Falls through.
  }
  throw malformed('a line of its proof is not the base64 of 32 bytes');
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('add_checkpoint.malformed', `This is not a request to cosign: ${reason}.`);
}
