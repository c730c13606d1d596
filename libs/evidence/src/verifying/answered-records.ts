import { isJsonObject, strangersIn } from '../bundle/forms.js';
import type { BundledAnswer } from '../bundle/bundle.js';
import type { JsonValue } from '../json/strict-json.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { checkAnswers, checkExpectedRequest } from './answer-checks.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { Report } from './report.js';
import { NOT_UNDERSTOOD } from './verdict-checks.js';
import { readEnvelope, unknownInEnvelope, type Envelope } from './envelope.js';

export const VERIFY_PATH = '/v1/records/verify';
export const VERIFY_BATCH_PATH = '/v1/records/verify/batch';

/** An answer about one record. */
export interface AnsweredRecord {
  envelope: Envelope;
  /** The part of the request that it answers. */
  asked: JsonValue;
  chain: SubjectChain<RecordElementContent>;
}

/** The envelopes of an answer: one, or those of a batch without its errors. */
export function readEnvelopes({ body, request }: Pick<BundledAnswer, 'body' | 'request'>): Envelope[] {
  if (request.path !== VERIFY_BATCH_PATH) return [readEnvelope(body)];
  const { data } = body;
  if (!Array.isArray(data)) throw new CheckFailed('body.data is not a list');
  return data.flatMap((item, index) => (isRefusal(item) ? [] : [readEnvelope(item, `body.data[${index}]`)]));
}

/** What the envelopes of an answer answer, in the order of `readEnvelopes`. */
export function readAsked({ body, request }: Pick<BundledAnswer, 'body' | 'request'>): JsonValue[] {
  if (request.path !== VERIFY_BATCH_PATH) return [request.body];
  const { data } = body;
  const { records } = request.body;
  if (!Array.isArray(data) || !Array.isArray(records)) return [];
  return data.flatMap((item, index) => (isRefusal(item) ? [] : [records[index] ?? null]));
}

/** The items of a batch that refuse their records, counted from 1. */
export function refusedItems({ body, request }: Pick<BundledAnswer, 'body' | 'request'>): number[] {
  const { data } = body;
  if (request.path !== VERIFY_BATCH_PATH || !Array.isArray(data)) return [];
  return data.flatMap((item, index) => (isRefusal(item) ? [index + 1] : []));
}

/** Most members that are listed. */
const LISTED = 10;

/** The verifier knows every member of the envelopes. What it does not know is signed, and says nothing to it. */
export function checkMembers(answer: Pick<BundledAnswer, 'body' | 'request'>): null {
  const unknown = unknownInAnswer(answer);
  if (unknown.length === 0) return null;
  const more = unknown.length > LISTED ? [`${unknown.length - LISTED} more`] : [];
  const about = [...unknown.slice(0, LISTED), ...more].join(', ');
  throw new NotChecked(NOT_UNDERSTOOD, about);
}

function unknownInAnswer({ body, request }: Pick<BundledAnswer, 'body' | 'request'>): string[] {
  if (request.path !== VERIFY_BATCH_PATH) return unknownInEnvelope(body);
  const items = Array.isArray(body['data']) ? body['data'] : [];
  const within = items.flatMap((item, index) =>
    isRefusal(item) ? [] : unknownInEnvelope(item, `body.data[${index}]`),
  );
  return [...strangersIn(body, { data: items }, 'body'), ...within];
}

/** Whether an item is a refusal. An item with evidence is not, otherwise that evidence would pass unchecked. */
function isRefusal(item: JsonValue): boolean {
  if (!isJsonObject(item) || !Object.hasOwn(item, 'error')) return false;
  return !Object.hasOwn(item, 'record') && !Object.hasOwn(item, 'evidence');
}

/**
 * Whether a batch is signed and refuses every record. Nothing in it is wrong then, though it is not verified: it says nothing
 * about any record.
 * @param text of the answer that the report is about.
 */
export function refusesEveryRecord({ checks, undecided }: Report, text: string): boolean {
  if (checks.some(({ outcome }) => outcome === 'failed')) return false;
  if (undecided.some((check) => check !== 'answer.record')) return false;
  const body = JSON.parse(text) as JsonValue;
  const data = isJsonObject(body) ? body['data'] : undefined;
  return Array.isArray(data) && data.length > 0 && data.every(isRefusal);
}

/** Each envelope answers its part of the request, and the request is the caller's. */
export function checkRequest(
  { body, request }: Pick<BundledAnswer, 'body' | 'request'>,
  expected: JsonValue | undefined,
): Passed<null> {
  if (request.method !== 'POST') throw new CheckFailed(`the method is ${request.method}`);
  checkExpectedRequest(request.body, expected);
  if (request.path === VERIFY_PATH) {
    checkAnswers(readEnvelope(body), request.body);
  } else if (request.path === VERIFY_BATCH_PATH) {
    const { records, ...rest } = request.body;
    if (Object.keys(rest).length > 0)
      throw new CheckFailed('the request asks for something else than records');
    checkBatch(body['data'], records);
  } else {
    throw new CheckFailed(`nothing is verified at ${request.path}`);
  }
  return new Passed(null, `${request.method} ${request.path}`);
}

function checkBatch(data: JsonValue | undefined, records: JsonValue | undefined): void {
  if (!Array.isArray(data) || !Array.isArray(records) || data.length !== records.length) {
    throw new CheckFailed('the answer has not one item for each record of the request');
  }
  for (const [index, item] of data.entries()) {
    if (isRefusal(item)) continue;
    checkAnswers(readEnvelope(item, `body.data[${index}]`), records[index] as JsonValue);
  }
}

/**
 * Runs a check on the items of an answer. Any failure fails the check; otherwise it is not checked if an item cannot be
 * checked or there is none.
 */
export function onEach<Item, Value>(
  items: readonly Item[],
  check: (item: Item) => Passed<Value>,
): Passed<Value[]> {
  if (items.length === 0) throw new NotChecked('not decided: the answer shows no record');
  const values: Value[] = [];
  const abouts: string[] = [];
  let notChecked: NotChecked | null = null;
  for (const item of items) {
    try {
      const { value, about } = check(item);
      values.push(value);
      abouts.push(about);
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      notChecked ??= error;
    }
  }
  if (notChecked !== null) throw notChecked;
  return new Passed(values, [...new Set(abouts)].join('; '));
}
