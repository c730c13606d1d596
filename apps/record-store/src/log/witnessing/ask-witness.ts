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

/** Milliseconds from asking to having read the answer. */
const TIMEOUT = 5_000;
const ANSWER_AT_MOST = 16_384;
/** Seconds that a witness's clock may be ahead of ours. */
const AHEAD_AT_MOST = 60;

/** Where a witness is, and how its cosignatures are checked. */
export interface WitnessAddress {
  verifier: NoteVerifier;
  /** `add-checkpoint` is asked for below it. */
  url: string;
}

/** A cosignature that was checked. */
export interface GivenCosignature {
  signature: NoteSignature;
  /** The witness's clock. */
  cosignedAt: Date;
}

/** What a witness answered: its cosignature, or the size that it cosigned last. */
export type WitnessAnswer = { cosigned: GivenCosignature } | { latest: number };

/** A witness says that the checkpoint is not one of the log that it knows. Either is wrong, and it matters who. */
export class WitnessObjection extends Error {
  override readonly name = 'WitnessObjection';
}

/**
 * Asks a witness to cosign a checkpoint. C2SP tlog-witness.
 * @param stop ends the waiting early.
 * @throws WitnessObjection where it says that the log did not grow as it must; else whatever kept it from answering
 * within 5 s, or what is wrong with the answer. Redirects are not followed.
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
      throw new WitnessObjection('It does not take the tree for one that grew from what it cosigned last.');
    default:
      throw new Error(`It answers ${response.status}.`);
  }
}

/** Checks the cosignature as one of a note; what else it answered is ignored. */
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
  // The size was right, and so it is the root that is not.
  if (latest === oldSize) throw new WitnessObjection(`It cosigned another root at the size ${latest}.`);
  return latest;
}

/** The text of an answer. @throws where it has more bytes than allowed, or is no UTF-8; it is then read no further. */
async function readBounded(response: Response, bytesAtMost: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > bytesAtMost) throw new AnswerTooLongError(`It answers more than ${bytesAtMost} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

/** Thrown where an answer is longer than what it may be. */
class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}
