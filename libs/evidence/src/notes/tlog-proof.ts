import { decodeBase64, encodeBase64 } from '../encoding/base-encodings.js';
import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { HASH_LENGTH, requireHash } from '../merkle/hashing.js';
import { requireSize } from '../merkle/nodes.js';

const HEADER = 'c2sp.org/tlog-proof@v1';

/** A proof that an entry is in a log, with its checkpoint. C2SP tlog-proof. */
export interface TlogProof {
  /** Index of the entry in the log, from 0. */
  index: number;
  /** Hashes from the leaf up, 32 bytes each. */
  proof: Uint8Array[];
  /** Signed note of the checkpoint, verbatim; not checked here. */
  checkpoint: string;
  /** Opaque and not covered by the proof. */
  extra: Uint8Array | null;
}

/** The text of a proof. @throws RangeError where the index or a hash is invalid, or the checkpoint is empty. */
export function formatTlogProof({ index, proof, checkpoint, extra }: TlogProof): string {
  requireSize(index);
  proof.forEach(requireHash);
  if (checkpoint === '') throw new RangeError('A proof needs a checkpoint.');
  const lines = [
    HEADER,
    ...(extra === null ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...proof.map(encodeBase64),
    '',
  ];
  return `${lines.join('\n')}\n${checkpoint}`;
}

/**
 * Reads the text of a proof without checking it or its checkpoint.
 * @throws EvidenceError `tlog_proof.malformed` on any other form.
 */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  if (end === -1) throw malformed('there is no empty line before a checkpoint');
  const checkpoint = text.slice(end + 2);
  if (checkpoint === '') throw malformed('there is no checkpoint');
  const [header, ...lines] = text.slice(0, end).split('\n');
  if (header !== HEADER) throw malformed(`the first line is not ${HEADER}`);
  const extra = lines[0]?.startsWith('extra ')
    ? bytesOf((lines.shift() as string).slice('extra '.length))
    : null;
  const [indexLine = '', ...hashes] = lines;
  const index = indexLine.startsWith('index ') ? readDecimal(indexLine.slice('index '.length)) : null;
  if (index === null) throw malformed('there is no index, a decimal without leading zeros');
  return { index, proof: hashes.map(hashOf), checkpoint, extra };
}

function hashOf(line: string): Uint8Array {
  const hash = bytesOf(line);
  if (hash.length !== HASH_LENGTH) throw malformed('a hash has not 32 bytes');
  return hash;
}

function bytesOf(text: string): Uint8Array {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed('a line is not base64');
  }
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('tlog_proof.malformed', `This is not a proof of a log: ${reason}.`);
}
