import { utf8 } from '#platform';
import { decodeBase64 } from '../encoding/base-encodings.js';
import { concatBytes, textOfUtf8 } from '../encoding/bytes.js';
import { EvidenceError } from '../evidence-error.js';
import type { JsonValue } from '../json/index.js';
import { openPolicy, requireCurrent, type PinnedPolicy } from '../policy/index.js';
import { CLOCK_SLACK_SECONDS, type VerifyOptions } from '../verifying/options.js';
import { LogEntries } from '../verifying/log-entries.js';
import { policyCheckOf } from '../verifying/policy-checks.js';
import { firstFailure, type Report } from '../verifying/report.js';
import { parseTrust } from '../verifying/trust.js';
import { verifyBundle } from '../verifying/verify-bundle.js';
import { verifySignedAnswer } from '../verifying/verify-signed-answer.js';
import { applyPatch, type PatchOperation } from './json-patch.js';
import type { StoredAnswer } from './tamperings-answers.js';

/** Bytes of a file that are replaced by others. */
export interface Splice {
  at: number;
  remove: number;
  /** Base64. */
  insert: string;
}

/** What a verifier compares the evidence with. */
export interface VectorOptions {
  /** ISO 8601: the verifier's time. */
  now?: string;
  max_age_seconds?: number;
  clock_slack_seconds?: number;
  nonce?: string;
  request?: JsonValue;
  checkpoint?: string;
  /** Base64 of the log's entries, 64 bytes each. */
  entries?: string;
  require_newest?: boolean;
}

/** A published case. */
export interface Vector {
  group: string;
  name: string;
  /** The file that differs: a bundle, or an answer without its bundle. */
  of: 'bundle.json' | 'answer.json' | 'long-answer.json';
  patch?: PatchOperation[];
  splice?: Splice;
  /** How the pinned document differs. */
  trust?: PatchOperation[];
  options?: VectorOptions;
  /** The first check that must fail, or was asked for and cannot be decided; null where the evidence is verified. */
  check: string | null;
  /** All checks that fail in our verifier. */
  failed: string[];
  /** Checks that were asked for and could not be made. */
  undecided: string[];
  /** Whether every record of it is good, null where verified evidence does not say, and the first line. */
  good: boolean | null;
  summary: string;
  /** Elements that count though they are late; not there where there are none. */
  late?: string[] | undefined;
}

/** The files that a stranger needs to build the cases. */
export interface VectorFiles {
  'bundle.json': string;
  'answer.json': string;
  'long-answer.json': string;
  'keys.json': string;
}

/** A signed trust policy, and whether a reader accepts it. */
export interface PolicyVector {
  name: string;
  /** What the reader remembers; null at the first use. */
  pinned: PinnedPolicy | null;
  /** The reader's time. */
  now: string;
  note: string;
  /** The check that must fail, `policy.form` where it is no signed policy; null where it is accepted. */
  check: string | null;
}

/** Builds a case from the published files, and verifies it. */
export function verifyVector(vector: Vector, files: VectorFiles): Report {
  const trust = parseTrust(JSON.stringify(applyPatch(parsedOrNull(files['keys.json']), vector.trust ?? [])));
  const evidence = evidenceOf(vector, files[vector.of]);
  const options = verifyOptionsOf(vector.options ?? {});
  if (vector.of === 'bundle.json') return verifyBundle(evidence, trust, options);
  const { body, headers, request, nonce } = JSON.parse(textOfUtf8(evidence)) as StoredAnswer;
  const sent = { request, ...(nonce === null ? {} : { nonce }) };
  return verifySignedAnswer({ body: JSON.stringify(body), headers, ...sent }, trust, options);
}

function evidenceOf({ patch = [], splice }: Vector, file: string): Uint8Array {
  if (splice === undefined) return utf8(JSON.stringify(applyPatch(parsedOrNull(file), patch)));
  const bytes = utf8(file);
  const { at, remove, insert } = splice;
  return concatBytes(bytes.subarray(0, at), decodeBase64(insert), bytes.subarray(at + remove));
}

function verifyOptionsOf(options: VectorOptions): VerifyOptions {
  const { now, max_age_seconds, clock_slack_seconds, entries, require_newest, ...same } = options;
  return {
    ...same,
    ...(now === undefined ? {} : { now: new Date(now) }),
    ...(max_age_seconds === undefined ? {} : { maxAgeSeconds: max_age_seconds }),
    ...(clock_slack_seconds === undefined ? {} : { clockSlackSeconds: clock_slack_seconds }),
    ...(entries === undefined ? {} : { entries: new LogEntries(entriesIn(decodeBase64(entries))) }),
    ...(require_newest === undefined ? {} : { needsNewest: require_newest }),
  };
}

function entriesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / 64 }, (_, at) => bytes.subarray(at * 64, (at + 1) * 64));
}

/** Null for a text that is not JSON. */
export function parsedOrNull(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

/** The check that a policy fails; null where it is accepted. */
export function judgePolicy({ pinned: before, now, note }: PolicyVector): string | null {
  try {
    requireCurrent(openPolicy(note, before), new Date(now), CLOCK_SLACK_SECONDS * 1_000);
    return null;
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return policyCheckOf(error) ?? 'policy.form';
  }
}

/** What our verifier says of a case, in the words of `cases.json`. */
function judgeVector(vector: Vector, files: VectorFiles): Pick<Vector, 'check' | 'failed' | 'undecided'> {
  const report = verifyVector(vector, files);
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  const check = firstFailure(report)?.check ?? null;
  if (report.ok !== (check === null)) throw new Error('The report contradicts itself.');
  return { check, failed, undecided: [...report.undecided] };
}

/** The cases of the published files on which our verifier says something else, by group and name. */
export function misjudged(files: VectorFiles & { 'cases.json': string; 'policies.json': string }): {
  cases: number;
  wrong: string[];
} {
  const vectors = JSON.parse(files['cases.json']) as Vector[];
  const policies = JSON.parse(files['policies.json']) as PolicyVector[];
  const wrong = vectors.filter((vector) => {
    const { check, failed, undecided } = vector;
    return JSON.stringify(judgeVector(vector, files)) !== JSON.stringify({ check, failed, undecided });
  });
  const wrongPolicies = policies.filter((vector) => judgePolicy(vector) !== vector.check);
  return {
    cases: vectors.length + policies.length,
    wrong: [...wrong.map(({ group, name }) => `${group}: ${name}`), ...wrongPolicies.map(({ name }) => name)],
  };
}
