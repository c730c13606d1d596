import { encodeBase64 } from '../encoding/base-encodings.js';
import type { JsonValue } from '../json/index.js';
import { ANSWER_RULES } from '../verifying/answer-rules.js';
import { GROUP_TERMS } from '../verifying/check-groups.js';
import { CHECKS, firstFailure, groupOf, type Report } from '../verifying/report.js';
import { checkpointVectors } from './checkpoint-vectors.js';
import { CONTRADICTIONS, longHistory } from './answer-contradictions.js';
import { HONEST, UNDECIDED } from './honest-exhibits.js';
import { ANSWERS_IN_WORDS, IN_WORDS } from './exhibits-in-words.js';
import { diff } from './json-patch.js';
import { jsonVectors } from './json-vectors.js';
import { mutatedCase, type Dice } from './mutations.js';
import { randomHistory } from './random-histories.js';
import { POLICY_VECTORS } from './policy-vectors.js';
import { SAMPLE_NOW } from './sample-log.js';
import { SampleService } from './sample-service.js';
import { honest, type Exhibit, type ExhibitOptions } from './sample-tamperings.js';
import {
  parsedOrNull,
  verifyVector,
  type Splice,
  type Vector,
  type VectorFiles,
  type VectorOptions,
} from './run-vector.js';
import {
  ANSWERS_ALONE,
  batch,
  honestAnswer,
  oddBatch,
  stored,
  type StoredAnswer,
} from './tamperings-answers.js';
import { ANSWERS_FOUND_BY_ONE, FOUND_BY_ONE } from './tamperings-alone.js';
import { INSIDE } from './tamperings-inside.js';
import { ISSUERS } from './tamperings-issuer.js';
import { LOOKED_UP } from './tamperings-lookup.js';
import { LIMITED, WITHIN_LIMITS } from './tamperings-limits.js';
import { LOG_ORDER } from './tamperings-order.js';
import { OUTSIDE } from './tamperings-outside.js';
import { POSITIONS_AND_KEYS } from './tamperings-positions.js';
import { RULES } from './tamperings-rules.js';
import { TIMES } from './tamperings-times.js';
import { VERDICTS } from './tamperings-verdict.js';
import { TRUST_VECTORS } from './trust-vectors.js';

const long = SampleService.usual();
longHistory(long);
const longAnswer = stored(long.answer('rec_1', { nonce: 'mine' }));

const base: VectorFiles = {
  'bundle.json': JSON.stringify(honest.bundle),
  'answer.json': JSON.stringify(honestAnswer),
  'long-answer.json': JSON.stringify(longAnswer),
  'keys.json': JSON.stringify(honest.trust),
};

/** The files of the published vectors by their names, made from the same lists of tampered evidence as ever. */
export function evidenceVectors(): Readonly<Record<string, string>> {
  const groups = Object.entries({
    ...OUTSIDE,
    ...INSIDE,
    'rules of transitions': RULES,
    'issuers’ signatures that were made for something else': ISSUERS,
    'verdicts that do not follow from the evidence': VERDICTS,
    'records that were looked up': LOOKED_UP,
    ...TIMES,
    ...POSITIONS_AND_KEYS,
    ...LIMITED,
    ...LOG_ORDER,
    ...FOUND_BY_ONE,
  });
  const vectors = [
    ...groups.flatMap(([group, all]) =>
      all.map(({ how, check, make }) => ofBundle(group, how, check, make())),
    ),
    ...[...ANSWERS_ALONE, ...ANSWERS_FOUND_BY_ONE].map(({ how, check, make }) => {
      const { answer, trust } = make();
      return ofAnswer('answers without their bundles', how, check, answer, trust);
    }),
    ...contradictions(),
    ...ofTheFuture(),
    ...UNDECIDED.map(({ how, undecided, make }) => ofBundle('not decided', how, undecided ?? null, make())),
    ...ANSWERS_IN_WORDS.map(({ how, make }) => {
      const { answer, trust } = make();
      return ofAnswer('in words', how, null, answer, trust);
    }),
    ...IN_WORDS.map(({ how, make }) => ofBundle('in words', how, null, make())),
    ...[...HONEST, ...WITHIN_LIMITS].map(({ how, make }) => ofBundle('good', how, null, make())),
    ofAnswer('good', 'an answer without its bundle', null, honestAnswer, honest.trust),
    ...Object.entries({ 'a batch': batch(), 'a batch with items that ask for no record': oddBatch() }).map(
      ([how, unusual]) =>
        ofAnswer(
          'good',
          `the answer to ${how} without its bundle`,
          null,
          stored(honest.service.answer('rec_1', { nonce: 'mine', ...unusual })),
          honest.trust,
        ),
    ),
  ];
  const lines = vectors.map((vector) =>
    JSON.stringify({ ...vector, ...outcomeOf(verifyVector(vector, base)) }),
  );
  const checks = CHECKS.map((name) => ({ name, group: groupOf(name) }));
  const files = Object.entries(base).map(([name, text]) => [name, `${text}\n`] as const);
  const policies = POLICY_VECTORS.map((vector) => JSON.stringify(vector));
  const checkpoints = checkpointVectors(base['keys.json']).map((vector) => JSON.stringify(vector));
  return {
    ...Object.fromEntries(files),
    'cases.json': listOf(lines),
    'checks.json': `${JSON.stringify({ groups: GROUP_TERMS, checks })}\n`,
    'checkpoints.json': listOf(checkpoints),
    'json.json': listOf(jsonVectors().map((vector) => JSON.stringify(vector))),
    'policies.json': listOf(policies),
    'trusts.json': listOf(TRUST_VECTORS.map((vector) => JSON.stringify(vector))),
  };
}

function listOf(lines: readonly string[]): string {
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Random cases: published ones that are changed, and histories under genuine signatures. Only that all verifiers agree is known. */
export function randomVectors(cases: readonly Vector[], count: number, dice: Dice): Vector[] {
  // The test of the verifier in Go can write a lone surrogate in a case of one change only.
  const usable = cases.filter((each) => !JSON.stringify(each.patch ?? []).includes('\\ud'));
  return Array.from({ length: count }, (_, index) => {
    const vector = dice(3) === 0 ? ofHistory(dice) : mutatedCase(usable, base, dice);
    const report = verifyVector(vector, base);
    const check = firstFailure(report)?.check ?? null;
    return { ...vector, group: 'at random', name: `${index}`, check, ...outcomeOf(report) };
  });
}

function ofHistory(dice: Dice): Vector {
  const { bundle, trust } = randomHistory(dice);
  return ofBundle('at random', '', null, { text: JSON.stringify(bundle), trust, options: {} });
}

function outcomeOf({
  checks,
  undecided,
  good,
  summary,
}: Report): Pick<Vector, 'failed' | 'undecided' | 'good' | 'summary' | 'late'> {
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  const { about = '' } = checks.find(({ check }) => check === 'elements.merge_delay') ?? {};
  const late = /^late: (.*)/.exec(about)?.[1]?.split(', ');
  return { failed, undecided, good, summary, late };
}

function ofBundle(
  group: string,
  name: string,
  check: string | null,
  { text, trust, options }: Exhibit,
  of: Vector['of'] = 'bundle.json',
): Vector {
  return {
    group,
    name,
    of,
    ...changesOf(base[of], text),
    ...trustOf(trust),
    options: optionsOf(options),
    check,
    failed: [],
    undecided: [],
    good: null,
    summary: '',
  };
}

function ofAnswer(
  group: string,
  name: string,
  check: string | null,
  answer: StoredAnswer,
  trust: object,
  options: ExhibitOptions = {},
): Vector {
  const text = JSON.stringify(answer);
  const of = text.length * 2 > base['long-answer.json'].length ? 'long-answer.json' : 'answer.json';
  return ofBundle(group, name, check, { text, trust, options }, of);
}

/** Lone answers that contradict themselves, each under the name of the rule that it breaks. */
function contradictions(): Vector[] {
  return CONTRADICTIONS.filter(({ isLarge = false }) => !isLarge).map(({ rule, how, make }) => {
    const { service, unusual } = make();
    const answer = stored(service.answer('rec_1', { nonce: 'mine', ...unusual }));
    const { check } = ANSWER_RULES[rule] as { check: string };
    const group = 'answers that contradict themselves';
    const walked = rule === 'provenance.elements' && how === 'no element' ? 'record.form' : check;
    return ofAnswer(group, `${rule}: ${how}`, walked, answer, service.trust());
  });
}

function ofTheFuture(): Vector[] {
  const early = { now: new Date((SAMPLE_NOW - 31) * 1000) };
  return [
    ofAnswer(
      'the future',
      'an answer alone from 31 s ahead',
      'freshness.answer',
      honestAnswer,
      honest.trust,
      early,
    ),
    ofAnswer(
      'good',
      'an answer alone with the newest hundred elements of more',
      null,
      longAnswer,
      long.trust(),
    ),
  ];
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
  const {
    now = new Date(SAMPLE_NOW * 1000),
    maxAgeSeconds,
    clockSlackSeconds,
    nonce,
    request,
    checkpoint,
    entries,
    needsNewest,
  } = options;
  return {
    now: now.toISOString(),
    ...(maxAgeSeconds === undefined ? {} : { max_age_seconds: maxAgeSeconds }),
    ...(clockSlackSeconds === undefined ? {} : { clock_slack_seconds: clockSlackSeconds }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(request === undefined ? {} : { request }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(entries === undefined ? {} : { entries: encodeBase64(Buffer.concat(entries)) }),
    ...(needsNewest === undefined ? {} : { require_newest: needsNewest }),
  };
}
