import { isTimestamp } from '../elements/member-forms.js';
import type { JsonValue } from '../json/strict-json.js';
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
  /** The pinned document of keys. */
  keys: string;
  /** The signed trust policy, where the reader follows one. */
  policy: string | null;
  /** The program that checked it, with its version. */
  program: string;
}

/** What is checked, and what came of it. */
export interface Judged {
  report: Report;
  trust: Trust;
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
}

/** Checks what a case holds. @throws EvidenceError where the pinned documents cannot be used. */
export function judge({ evidence, keys, policy }: Exhibit): Judged {
  const trust = policy === null ? parseTrust(keys) : trustOfSignedPolicy(openPolicy(policy, null), null);
  const { body, record } = typeof evidence === 'string' ? inBundle(evidence) : inAnswer(evidence.answer);
  const at = textOf(body?.verified_at);
  const options = { allowExpiredPolicy: true, ...(isTimestamp(at) && { now: new Date(at) }) };
  const report =
    typeof evidence === 'string'
      ? verifyBundle(evidence, trust, options)
      : verifySignedAnswer({ ...evidence, body: evidence.answer }, trust, options);
  // Only what was proven is shown in words.
  return { report, trust, steps: report.good === null ? [] : record, recordId: textOf(body?.record?.id), at };
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
