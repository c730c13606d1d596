import type { Finding, JsonValue, Report } from '@service/evidence';
import type { Exhibit } from '@service/evidence/case';
import type { AnswerAlone } from '../link/opening.js';
import type { PathStep } from './audit-path.js';
import type { Pin, PinDecision } from './pin.js';

/** Most entries of the log that are read into a browser: 64 bytes each, in all some 6 MB. */
export const ENTRIES_AT_MOST = 100_000;

/** Tasks of the worker with their answers. */
export interface Tasks {
  /** Reads the keys of the log and compares them with what was pinned. */
  meet: { asks: object; answers: PinDecision };
  /** Pins what the service says now. */
  accept: { asks: object; answers: PinDecision };
  verify: { asks: VerifyTask; answers: Verified };
  /** Checks a signed answer without its history, by the keys that the service names now: nothing pins them. */
  answer: { asks: AnswerTask; answers: CheckedAnswer };
  /** Makes the case file of evidence that was checked; fails where checking it again gives another verdict. */
  caseFile: { asks: CheckedCase; answers: { bytes: Uint8Array<ArrayBuffer>; name: string } };
  /** Checks the evidence that an event carries. */
  event: { asks: EventTask; answers: VerifiedEvent };
  /** SHA-256 of a file, whose content does not leave the browser. */
  digest: { asks: { file: Blob }; answers: { digest: string } };
  /** Reads the newest checkpoint and checks each of its signatures. */
  head: { asks: object; answers: Head };
  /** Finds an entry of the log, and proves that it is in the newest tree. */
  entry: { asks: EntryTask; answers: FoundEntry };
  /** Proves that the log only grew since the kept checkpoint. */
  consistency: { asks: object; answers: Consistency };
}

export type TaskName = keyof Tasks;

/** What was checked, by which keys, and what came of it. */
export interface CheckedCase extends Pick<Exhibit, 'evidence' | 'pinned'> {
  good: boolean | null;
}

interface CheckedAnswer extends Pick<Exhibit, 'evidence' | 'pinned'> {
  report: Report;
  decision: PinDecision;
}

export interface AnswerTask {
  answer: AnswerAlone;
  recordId: string;
  nonce: string;
}

export interface VerifyTask {
  /** Unparsed: bytes of a file, or the text of an answer. */
  evidence: string | Uint8Array;
  /** The request that the evidence must answer; null for a file. */
  request: JsonValue | null;
  /** What the answer must have signed; left out where it was not asked for with one. */
  nonce?: string;
  /** Whether the entries of the log are read and compared too. */
  withEntries: boolean;
  /** Texts of reasons beside the elements of the record. */
  reasons: readonly { sequence: number; reason: string; salt: string }[];
}

export interface EventTask {
  /** As it came. */
  event: string;
  /** Evidence of a record that the event is about, or whose authority it is about; null where there is none. */
  proof: Pick<VerifyTask, 'evidence' | 'request'> | null;
}

/** One check of the evidence in an event. */
export interface EventCheck {
  name: string;
  outcome: 'passed' | 'failed' | 'open';
  says: string;
}

export interface VerifiedEvent {
  /** None for an event that carries no evidence. */
  checks: readonly EventCheck[];
  decision: PinDecision;
}

export interface Verified extends Pick<Exhibit, 'pinned'> {
  report: Report;
  decision: PinDecision;
  /** The pin afterwards, with the newest checkpoint. */
  pin: Pin;
  /** Sequences of the elements whose reasons match their digests. */
  reasonsHold: readonly number[];
  /** From the newest element to the root of the receipt’s tree; null if the receipt is missing or malformed. */
  path: { leaf: string; root: string; steps: readonly PathStep[] } | null;
  /** Indices of the record’s elements in the log, by their sequence; known where the entries were read. */
  indices: Readonly<Record<number, number>>;
  /** Number of entries of the served log, all of which a check would have to read. */
  entries: number;
}

/** The verdict on a signature line of a checkpoint. */
export interface NoteLine {
  name: string;
  /** As the note has it, in hex. */
  keyHash: string;
  by: 'log' | 'witness' | 'unknown';
  verdict: 'valid' | 'invalid' | 'unknown key';
  /** When a witness cosigned it. */
  at: string | null;
}

export interface Head {
  decision: PinDecision;
  note: string;
  origin: string;
  size: number;
  root: string;
  lines: readonly NoteLine[];
  /** Witnesses that were pinned; those without a line did not cosign this checkpoint. */
  witnesses: readonly { name: string; keyHash: string }[];
  /** Whether a pinned key signed the checkpoint, and no signature of a pinned key is invalid. */
  isSigned: boolean;
}

export type EntryTask =
  | { index: number }
  | { digest: string }
  | { slot: string }
  /** A seal of the history, by its number. */
  | { seal: number };

export interface FoundEntry {
  index: number;
  size: number;
  /** In hex. */
  slot: string;
  digest: string;
  leaf: string;
  root: string;
  /** Whether the path leads to the root that the log signed. */
  holds: boolean;
  steps: readonly PathStep[];
}

export interface Consistency {
  /** Whether a proof shows that the smaller tree is the beginning of the larger one. */
  holds: boolean;
  from: { size: number; root: string; keptAt: string | null };
  to: { size: number; root: string };
  proof: readonly string[];
  pin: Pin;
}

/** Messages from the worker to the page. */
export type Reply =
  | { id: number; kind: 'check'; finding: Finding }
  | { id: number; kind: 'progress'; done: number; of: number }
  | { id: number; kind: 'result'; result: unknown }
  | { id: number; kind: 'error'; message: string };

export interface Ask {
  id: number;
  name: TaskName;
  asks: unknown;
  /** The server's clock as the page knows it, in milliseconds. */
  now: number;
}
