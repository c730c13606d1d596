import { isTimestamp } from '../elements/member-forms.js';
import type { JsonValue } from '../json/strict-json.js';
import { EvidenceError } from '../evidence-error.js';
import { readLogOrigin } from '../log-origins.js';
import { openPolicy } from '../policy/index.js';
import {
  parseTrust,
  trustOfSignedPolicy,
  verifyBundle,
  verifySignedAnswer,
  type Report,
  type Trust,
} from '../verifying/index.js';

/** A signed answer with what its signature covers, as a link discloses it where it discloses no history. */
export interface LoneAnswer {
  answer: string;
  request: { [name: string]: JsonValue };
  nonce: string;
  /** Header fields by their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** What a case is about, with the documents that its reader pinned. */
export interface Exhibit {
  /** Text of the bundle, or an answer without its history. */
  evidence: string | LoneAnswer;
  /** The document of keys by which it was checked, or the signed trust policy, which has no keys of answers. */
  pinned: { keys: string } | { policy: string };
  /** The program that checked it, with its version. */
  program: string;
}

/** What is checked, and what came of it. */
export interface Judged {
  report: Report;
  trust: Trust;
  /** The summary, with whose word it is. */
  headline: string;
  /** Whether the log says that it holds test data. */
  isTest: boolean;
  /** Empty where the evidence has no readable one. */
  recordId: string;
  /** The signed time of the answer, which is the time of the check: later ones would change the bytes. */
  at: string;
  /** Who registered the record and when, by elements that have passed; empty for an answer alone. */
  steps: readonly Step[];
}

/** An element of the record. */
interface Step {
  sequence: number;
  type: string;
  state: string;
  issuer: string;
  occurred_at: string;
  issuer_signature?: string | null;
}

/** Checks what a case holds. @throws EvidenceError where the pinned documents cannot be used. */
export function judge({ evidence, pinned }: Exhibit): Judged {
  const isAlone = typeof evidence !== 'string';
  if (isAlone) requireOneLine(evidence);
  const trust =
    'keys' in pinned ? parseTrust(pinned.keys) : trustOfSignedPolicy(openPolicy(pinned.policy, null), null);
  const { body, record } = isAlone ? inAnswer(evidence.answer) : inBundle(evidence);
  const at = textOf(body?.verified_at);
  // An answer from the future is refused, as by every other check of today.
  const now = isTimestamp(at) ? new Date(Math.min(Date.parse(at), Date.now())) : new Date();
  const options = { allowExpiredPolicy: true, now };
  const report = isAlone
    ? verifySignedAnswer({ ...evidence, body: evidence.answer }, trust, options)
    : verifyBundle(evidence, trust, options);
  const isBelieved = report.good !== null;
  const isTest = readLogOrigin(trust.origin).first.endsWith('/development');
  const word = isAlone && isBelieved ? 'The service says, unchecked: ' : '';
  return {
    report,
    trust,
    headline: `${isTest ? 'Test data: ' : ''}${word}${report.summary}`,
    isTest,
    // Only what was proven is shown in words.
    steps: isBelieved ? record : [],
    recordId: textOf(body?.record?.id),
    at,
  };
}

/** They become lines of a file and words of a command. */
function requireOneLine({ nonce, headers }: LoneAnswer): void {
  const words = Object.entries(headers).flat();
  if (!/^\w[\w.-]*$/.test(nonce) || words.some((word) => /[\r\n]/.test(word))) {
    throw new EvidenceError(
      'bundle.malformed',
      'The nonce or a header of the answer has characters that none may have.',
    );
  }
}

interface Body {
  record?: { id?: unknown };
  verified_at?: unknown;
}

interface Read {
  body: Body | undefined;
  record: readonly Step[];
}

function inBundle(text: string): Read {
  const bundle = parsed(text) as { answer?: { body?: Body }; record?: Step[] } | null;
  return { body: bundle?.answer?.body, record: bundle?.record ?? [] };
}

function inAnswer(text: string): Read {
  return { body: (parsed(text) as Body | null) ?? undefined, record: [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The checks report it.
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
