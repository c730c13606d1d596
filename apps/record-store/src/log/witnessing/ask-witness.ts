import {
  decodeCosignature,
  formatAddCheckpoint,
  openNote,
  parseNote,
  readDecimal,
  type AddCheckpoint,
  type NoteSignature,
  type NoteVerifier,
} from '@service/evidence';

/** Milliseconds from the request to the whole answer. */
const TIMEOUT = 5_000;
const ANSWER_AT_MOST = 16_384;
/** Seconds that a witness's clock may be ahead. */
const AHEAD_AT_MOST = 60;

/** URL of a witness, and the verifier of its cosignatures. */
export interface WitnessAddress {
  verifier: NoteVerifier;
  /** Prefix of `add-checkpoint`. */
  url: string;
}

/** A verified cosignature. */
export interface GivenCosignature {
  signature: NoteSignature;
  /** Time of the witness's clock. */
  cosignedAt: Date;
}

/** Answer of a witness: its cosignature, or the size that it cosigned last. */
export type WitnessAnswer = { cosigned: GivenCosignature } | { latest: number };

/**
 * Thrown where a witness says that the checkpoint is not of the log that it knows. One of the two is wrong, and
 * an operator must find out which.
 */
export class WitnessObjection extends Error {
  override readonly name = 'WitnessObjection';
}

/**
 * Asks a witness to cosign a checkpoint. C2SP tlog-witness. Redirects are not followed.
 * @param stop ends the wait early.
 * @throws WitnessObjection where the witness objects to the growth of the log; otherwise the error that
 *   prevented an answer within 5 s, or that the answer is invalid.
 */
export async function askWitness(
  { url, verifier }: WitnessAddress,
  request: AddCheckpoint,
  stop: AbortSignal,
): Promise<WitnessAnswer> {
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: formatAddCheckpoint(request),
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    redirect: 'error',
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]),
  });
  const answer = await readBounded(response, ANSWER_AT_MOST);
  switch (response.status) {
    case 200:
      return { cosigned: readCosignature(answer, request.checkpoint, verifier) };
    case 409:
      return { latest: readLatest(answer, request.oldSize) };
    case 422:
      throw new WitnessObjection(
        'It does not accept the tree as a continuation of the one that it cosigned last.',
      );
    default:
      throw new Error(`It answers ${response.status}.`);
  }
}

/** Verifies the cosignature with its note; the rest of the answer is ignored. */
function readCosignature(answer: string, note: string, verifier: NoteVerifier): GivenCosignature {
  const { text } = parseNote(note);
  const [signature] = openNote(`${text}\n${answer}`, [verifier]).verified;
  const parts = signature === undefined ? null : decodeCosignature(signature.signature);
  if (signature === undefined || parts === null) throw new Error('Its answer holds no cosignature.');
  const seconds = Number(parts.time);
  if (seconds > Date.now() / 1_000 + AHEAD_AT_MOST) throw new Error('Its clock is ahead.');
  return { signature, cosignedAt: new Date(seconds * 1_000) };
}

function readLatest(answer: string, oldSize: number): number {
  const latest = answer.endsWith('\n') ? readDecimal(answer.slice(0, -1)) : null;
  if (latest === null) throw new Error('It answers 409 without the size that it cosigned last.');
  // The size was right, so the root is wrong.
  if (latest === oldSize) throw new WitnessObjection(`It cosigned another root at the size ${latest}.`);
  return latest;
}

/** The text of an answer. @throws where it has too many bytes or is not UTF-8; the rest is not read then. */
async function readBounded(response: Response, bytesAtMost: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream, and closes the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > bytesAtMost) throw new AnswerTooLongError(`It answers more than ${bytesAtMost} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

/** Thrown where an answer is too long. */
class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}
