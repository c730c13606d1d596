import { decodeBase64, encodeBase64 } from '#platform';
import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { HASH_LENGTH, requireHash } from '../merkle/hashing.js';
import { requireSize } from '../merkle/nodes.js';
import { isNoteText } from './signed-note.js';

/** A log's statement about its tree: the text of a signed note. C2SP tlog-checkpoint. */
export interface Checkpoint {
  /** Identifies the log. */
  origin: string;
  /** Leaves of the tree. */
  size: number;
  /** Root of the tree, 32 bytes. */
  root: Uint8Array;
  /** Further lines, opaque; this service writes none. */
  extensions: string[];
}

/**
 * The text of a checkpoint's note.
 * @throws RangeError where the origin or an extension is not one non-empty line, or size or root is invalid.
 */
export function formatCheckpoint({ origin, size, root, extensions = [] }: CheckpointParts): string {
  requireSize(size);
  requireHash(root);
  const isLine = (line: string): boolean => line !== '' && !line.includes('\n') && isNoteText(`${line}\n`);
  if (![origin, ...extensions].every(isLine))
    throw new RangeError('The lines of a checkpoint are not empty.');
  return [origin, size, encodeBase64(root), ...extensions].map((line) => `${line}\n`).join('');
}

type CheckpointParts = Omit<Checkpoint, 'extensions' | 'root'> & {
  root: Uint8Array;
  extensions?: readonly string[];
};

/**
 * Reads the text of a checkpoint's note, which `openNote` has checked.
 * @throws EvidenceError `checkpoint.malformed` on any other form, a size beyond 2^53 - 1, or a root not of 32 bytes.
 */
export function parseCheckpoint(text: string): Checkpoint {
  if (!isNoteText(text)) throw malformed('it does not end in a line feed');
  const [origin = '', decimal = '', base64 = '', ...extensions] = text.slice(0, -1).split('\n');
  if (origin === '' || extensions.includes('')) throw malformed('a line is empty');
  const size = readDecimal(decimal);
  if (size === null) throw malformed('its size is not a decimal without leading zeros');
  return { origin, size, root: rootOf(base64), extensions };
}

function rootOf(base64: string): Uint8Array {
  const root = decodeBase64(base64);
  if (root?.length === HASH_LENGTH) return root;
  throw malformed('its root is not the base64 of 32 bytes');
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('checkpoint.malformed', `This is not a checkpoint: ${reason}.`);
}
