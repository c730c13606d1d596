import type { AuthorityState } from '../elements/authority-transitions.js';
import {
  being,
  isJsonObject,
  listOf,
  memberOf,
  members,
  nullOr,
  size,
  strangersIn,
  text,
  withMembers,
  type Form,
} from '../bundle/forms.js';
import { shownElement } from '../bundle/read-bundle.js';
import type { Digest } from '../digest.js';
import type { JsonValue } from '../json/strict-json.js';
import { isTimestamp } from '../elements/member-forms.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { RecordState } from '../elements/record-transitions.js';
import type { Lookup, Verdict } from '../verdict.js';
import type { ShownElement } from './chains.js';
import { CheckFailed } from './checklist.js';

/** Proof that an element is in the log, made when the element was sequenced. */
export interface Receipt {
  log_index: number;
  tree_size: number;
  /** Base64. */
  root_hash: string;
  /** Hashes in base64, from the leaf up. */
  inclusion_proof: string[];
  /** Text of a signed note. */
  checkpoint: string;
}

/** The history of a record as an answer shows it. */
interface ShownProvenance {
  origin: string;
  /** Its newest elements, oldest first. */
  chain: ShownElement<RecordElementContent>[];
  chain_length: number;
  verified: boolean;
  /** Receipt of the newest element; null until it is in the log. */
  receipt: Receipt | null;
  /** By when the newest element is in the log, ISO 8601; only where there is no receipt. */
  logged_by?: string;
}

/** An authority as an answer shows it. */
export interface ShownAuthority {
  id: string;
  version: number;
  digest: Digest;
  issuer: string;
  scope: string[];
  state: AuthorityState;
  valid_until: string;
  valid_at_event: boolean;
  valid_now: boolean;
}

/** The verification envelope with the requested parts of the evidence. */
export interface Envelope {
  evidence: {
    provenance?: ShownProvenance;
    lookup?: Lookup;
    authority?: ShownAuthority;
    state?: RecordState;
    verdict?: Verdict;
  };
  record: { id: string; state: RecordState; version: number };
  request_id: string;
  verified_at: string;
}

const truth = being('true or false', (value) => typeof value === 'boolean');
const timestamp = being('a moment', isTimestamp);

export const RECEIPT = {
  log_index: size,
  tree_size: size,
  root_hash: text,
  inclusion_proof: listOf(text),
  checkpoint: text,
};

const PROVENANCE = {
  origin: text,
  chain: listOf(shownElement),
  chain_length: size,
  verified: truth,
  receipt: nullOr(members(RECEIPT)),
};

/** By when the newest element is in the log; where it has no receipt yet. */
const LOGGED_BY = { logged_by: timestamp };

const AUTHORITY = {
  id: text,
  version: size,
  digest: text,
  issuer: text,
  scope: listOf(text),
  state: text,
  valid_until: timestamp,
  valid_at_event: truth,
  valid_now: truth,
};

const LOOKUP = { by: text, counts: text, current: truth, matches: size, revoked_matches: size };

const VERDICT = { result: text, reasons: listOf(text), warnings: listOf(text) };

const provenance: Form = (value, at) => {
  const isPromised = memberOf(value, 'logged_by') !== undefined;
  return withMembers(isPromised ? { ...PROVENANCE, ...LOGGED_BY } : PROVENANCE)(value, at);
};

/** The parts of the evidence that this verifier knows. */
const PARTS: Readonly<Record<string, Form>> = {
  provenance,
  authority: withMembers(AUTHORITY),
  state: text,
  verdict: withMembers(VERDICT),
  lookup: withMembers(LOOKUP),
};

/** Those of these parts that a request can name. */
export const KNOWN_PARTS: readonly string[] = Object.keys(PARTS).filter((part) => part !== 'lookup');

/** The parts that every answer holds whose request names none; answers that are older than the verdict lack it. */
export const USUAL_PARTS = ['authority', 'provenance', 'state'] as const;

/** Each known part that is present must have its form. */
const evidence: Form = (value, at) => {
  if (!isJsonObject(value)) return `${at} is not an object`;
  const present = Object.entries(PARTS).filter(([name]) => Object.hasOwn(value, name));
  return withMembers(Object.fromEntries(present))(value, at);
};

const RECORD = { id: text, state: text, version: size };

const ENVELOPE = { evidence, record: withMembers(RECORD), request_id: text, verified_at: timestamp };

const envelope = withMembers(ENVELOPE);

/** Reads a verification envelope, which may have further members. @throws CheckFailed where it is malformed. */
export function readEnvelope(value: JsonValue, at = 'body'): Envelope {
  const fault = envelope(value, at);
  if (fault !== null) throw new CheckFailed(fault);
  return value as unknown as Envelope;
}

/** Paths of the members of an envelope that are not known here. Elements and receipts in it can have none. */
export function unknownInEnvelope(value: JsonValue, at = 'body'): string[] {
  const shown = memberOf(value, 'evidence');
  return [
    ...strangersIn(value, ENVELOPE, at),
    ...strangersIn(memberOf(value, 'record'), RECORD, `${at}.record`),
    ...strangersIn(shown, PARTS, `${at}.evidence`),
    ...strangersIn(
      memberOf(shown, 'provenance'),
      { ...PROVENANCE, ...LOGGED_BY },
      `${at}.evidence.provenance`,
    ),
    ...strangersIn(memberOf(shown, 'authority'), AUTHORITY, `${at}.evidence.authority`),
    ...strangersIn(memberOf(shown, 'lookup'), LOOKUP, `${at}.evidence.lookup`),
    ...strangersIn(memberOf(shown, 'verdict'), { ...VERDICT, successor_id: text }, `${at}.evidence.verdict`),
  ];
}
