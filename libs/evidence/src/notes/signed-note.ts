import { viewOf } from '../encoding/bytes.js';
import { decodeBase64, encodeBase64 } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { isKeyName } from './key-name.js';

/** One signature of a note. */
export interface NoteSignature {
  /** Name of the key that signed. */
  name: string;
  /** Hash of the key; name and hash together identify it. */
  keyHash: number;
  /** The signature in the form of the key's type. */
  signature: Uint8Array;
}

/** A text with unchecked signatures. C2SP signed-note. */
export interface SignedNote {
  /** Ends in a line feed. */
  text: string;
  signatures: NoteSignature[];
}

const SIGNATURES_AT_MOST = 100;
const KEY_HASH_LENGTH = 4;
const SIGNATURE_LINE = /^\u2014 ([^ ]+) ([^ ]+)$/;
// The ASCII control characters below the space, except the line feed.
const CONTROL = /[^\P{Cc}\n\u007f-\u009f]/u;

/** Whether a text is valid for a note: it ends in a line feed and has no other ASCII control character. */
export function isNoteText(text: string): boolean {
  return text.endsWith('\n') && text.isWellFormed() && !CONTROL.test(text);
}

/** The note as it is published. @throws RangeError for an invalid text or key name. */
export function formatNote({ text, signatures }: SignedNote): string {
  if (!isNoteText(text))
    throw new RangeError('The text of a note ends in a line feed and has no control characters.');
  return `${text}\n${signatures.map(signatureLine).join('')}`;
}

function signatureLine({ name, keyHash, signature }: NoteSignature): string {
  if (!isKeyName(name)) throw new RangeError('A key name has no spaces and no plus, and is not empty.');
  const bytes = new Uint8Array(KEY_HASH_LENGTH + signature.length);
  viewOf(bytes).setUint32(0, keyHash);
  bytes.set(signature, KEY_HASH_LENGTH);
  return `\u2014 ${name} ${encodeBase64(bytes)}\n`;
}

/**
 * Reads a note without checking its signatures. Do not use its text before `openNote` has checked them.
 * @throws EvidenceError `note.malformed` on an invalid note, or one with more than 100 signatures.
 */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !isNoteText(note)) throw malformed('it has no signatures, or a control character');
  const lines = note.slice(end + 2).split('\n');
  // Empty, after the last line feed.
  lines.pop();
  if (lines.length === 0) throw malformed('it has no signatures');
  if (lines.length > SIGNATURES_AT_MOST) throw malformed(`it has more than ${SIGNATURES_AT_MOST} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignatureLine) };
}

function readSignatureLine(line: string): NoteSignature {
  const [, name = '', text = ''] = SIGNATURE_LINE.exec(line) ?? [];
  if (!isKeyName(name)) throw malformed('a line among its signatures is not a signature');
  const bytes = bytesOf(text);
  if (bytes.length <= KEY_HASH_LENGTH) throw malformed('a signature is too short');
  return { name, keyHash: viewOf(bytes).getUint32(0), signature: bytes.subarray(KEY_HASH_LENGTH) };
}

function bytesOf(text: string): Uint8Array {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed('a signature is not base64');
  }
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('note.malformed', `This is not a signed note: ${reason}.`);
}
