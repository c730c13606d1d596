import { encodeBase64 } from '../encoding/base-encodings.js';
import type { JsonValue } from '../json/index.js';
import type { Report } from '../verifying/report.js';
import { checkpointVectors } from './checkpoint-vectors.js';
import { HONEST, UNDECIDED } from './honest-exhibits.js';
import { diff } from './json-patch.js';
import { POLICY_VECTORS } from './policy-vectors.js';
import { honest, type Exhibit, type ExhibitOptions } from './sample-tamperings.js';
import {
  parsedOrNull,
  verifyVector,
  type Splice,
  type Vector,
  type VectorFiles,
  type VectorOptions,
} from './run-vector.js';
import { ANSWERS_ALONE, batch, honestAnswer, stored, type StoredAnswer } from './tamperings-answers.js';
import { INSIDE } from './tamperings-inside.js';
import { LOOKED_UP } from './tamperings-lookup.js';
import { OUTSIDE } from './tamperings-outside.js';
import { POSITIONS_AND_KEYS } from './tamperings-positions.js';
import { RULES } from './tamperings-rules.js';
import { TIMES } from './tamperings-times.js';
import { VERDICTS } from './tamperings-verdict.js';

const base: VectorFiles = {
  'bundle.json': JSON.stringify(honest.bundle),
  'answer.json': JSON.stringify(honestAnswer),
  'keys.json': JSON.stringify(honest.trust),
};

/** The files of the published vectors by their names, made from the same lists of tampered evidence as ever. */
export function evidenceVectors(): Readonly<Record<string, string>> {
  const groups = Object.entries({
    ...OUTSIDE,
    ...INSIDE,
    'rules of transitions': RULES,
    'verdicts that do not follow from the evidence': VERDICTS,
    'records that were looked up': LOOKED_UP,
    ...TIMES,
    ...POSITIONS_AND_KEYS,
  });
  const vectors = [
    ...groups.flatMap(([group, all]) =>
      all.map(({ how, check, make }) => ofBundle(group, how, check, make())),
    ),
    ...ANSWERS_ALONE.map(({ how, check, make }) => {
      const { answer, trust } = make();
      return ofAnswer('answers without their bundles', how, check, answer, trust);
    }),
    ...UNDECIDED.map(({ how, undecided, make }) => ofBundle('not decided', how, undecided ?? null, make())),
    ...HONEST.map(({ how, make }) => ofBundle('good', how, null, make())),
    ofAnswer('good', 'an answer without its bundle', null, honestAnswer, honest.trust),
    ofAnswer(
      'good',
      'the answer to a batch without its bundle',
      null,
      stored(honest.service.answer('rec_1', { nonce: 'mine', ...batch() })),
      honest.trust,
    ),
  ];
  const lines = vectors.map((vector) =>
    JSON.stringify({ ...vector, ...outcomeOf(verifyVector(vector, base)) }),
  );
  const files = Object.entries(base).map(([name, text]) => [name, `${text}\n`] as const);
  const policies = POLICY_VECTORS.map((vector) => JSON.stringify(vector));
  const checkpoints = checkpointVectors(base['keys.json']).map((vector) => JSON.stringify(vector));
  return {
    ...Object.fromEntries(files),
    'cases.json': listOf(lines),
    'checkpoints.json': listOf(checkpoints),
    'policies.json': listOf(policies),
  };
}

function listOf(lines: readonly string[]): string {
  return `[\n${lines.join(',\n')}\n]\n`;
}

function outcomeOf({ checks, undecided }: Report): Pick<Vector, 'failed' | 'undecided'> {
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  return { failed, undecided };
}

function ofBundle(
  group: string,
  name: string,
  check: string | null,
  { text, trust, options }: Exhibit,
): Vector {
  const told = optionsOf(options);
  return {
    group,
    name,
    of: 'bundle.json',
    ...changesOf(base['bundle.json'], text),
    ...trustOf(trust),
    ...(Object.keys(told).length === 0 ? {} : { options: told }),
    check,
    failed: [],
    undecided: [],
  };
}

function ofAnswer(
  group: string,
  name: string,
  check: string | null,
  answer: StoredAnswer,
  trust: object,
): Vector {
  const changes = changesOf(base['answer.json'], JSON.stringify(answer));
  return { group, name, of: 'answer.json', ...changes, ...trustOf(trust), check, failed: [], undecided: [] };
}

function trustOf(trust: object): Pick<Vector, 'trust'> {
  const patch = diff(JSON.parse(base['keys.json']) as JsonValue, plain(trust));
  return patch.length === 0 ? {} : { trust: patch };
}

function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** A patch, or bytes where the text is not simply another value. */
function changesOf(from: string, to: string | Uint8Array): Pick<Vector, 'patch' | 'splice'> {
  const value = typeof to === 'string' ? parsedOrNull(to) : null;
  if (value !== null && JSON.stringify(value) === to) {
    const patch = diff(JSON.parse(from) as JsonValue, value);
    return patch.length === 0 ? {} : { patch };
  }
  return { splice: spliceOf(Buffer.from(from), Buffer.from(to as Uint8Array)) };
}

function spliceOf(from: Buffer, to: Buffer): Splice {
  const shorter = Math.min(from.length, to.length);
  let at = 0;
  while (at < shorter && from[at] === to[at]) at += 1;
  let end = 0;
  while (end < shorter - at && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  return { at, remove: from.length - at - end, insert: encodeBase64(to.subarray(at, to.length - end)) };
}

function optionsOf(options: ExhibitOptions): VectorOptions {
  const { now, maxAgeSeconds, clockSlackSeconds, nonce, request, checkpoint, entries, needsNewest } = options;
  return {
    ...(now === undefined ? {} : { now: now.toISOString() }),
    ...(maxAgeSeconds === undefined ? {} : { max_age_seconds: maxAgeSeconds }),
    ...(clockSlackSeconds === undefined ? {} : { clock_slack_seconds: clockSlackSeconds }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(request === undefined ? {} : { request }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(entries === undefined ? {} : { entries: encodeBase64(Buffer.concat(entries)) }),
    ...(needsNewest === undefined ? {} : { require_newest: needsNewest }),
  };
}
