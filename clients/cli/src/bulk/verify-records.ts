import type { RecordVerification } from '@record-verification/client';
import { propertyOf } from '../errors.js';
import { isObject } from '../json.js';
import { inHalves } from './in-halves.js';
import type { LineResult } from './journal.js';
import type { InputRow } from './input-row.js';
import type { Patience } from './patience.js';
import { batchAnswers, inLine, refusedFor, type ItemError } from './refused-line.js';

/** Outcome of a line to verify; `passed`: the record is good and has the content that the line names. */
export interface VerifyResult extends LineResult {
  outcome: 'passed' | 'failed' | 'refused';
  record_id?: string;
  state?: string;
  reasons?: string[];
  error?: ItemError['error'];
}

/** The answer about one record. */
export interface Envelope {
  record: { id: string; state: string };
  evidence: {
    verdict?: { result: string; reasons: string[]; warnings: string[] };
    provenance?: { verified: boolean; chain: { content_digest: string; origin: string }[] };
  };
}

/** Members by which a line names its record, the strongest first. */
const NAMES = ['record_id', 'external_id', 'content_digest', 'content'] as const;

/** Verifies a batch of lines. */
export async function verifyBatch(
  service: RecordVerification,
  rows: readonly InputRow[],
  patience: Patience,
): Promise<VerifyResult[]> {
  const asked = rows.map((row) => ({ row, request: requestOf(row) }));
  const records = asked.flatMap(({ request }) => (request === null ? [] : [request]));
  const answers = records.length === 0 ? [] : await patience.with(() => verified(service, records));
  return asked.map(({ row, request }) => {
    if (request === null) return refusedFor(row) ?? nameless(row);
    return resultOf(row, answers.shift() as Envelope | ItemError);
  });
}

/** The answers about records, in order. @throws ServiceError where some must be retried. */
export async function verified(
  service: RecordVerification,
  records: readonly object[],
): Promise<(Envelope | ItemError)[]> {
  return inHalves(records, async (part) => {
    const body = { records: part };
    const answer = await service.request({ method: 'POST', path: '/v1/records/verify/batch', body });
    return batchAnswers<Envelope>(answer, part.length, isEnvelope);
  });
}

/** Whether an answer is one about a record: it may be unchecked. */
export function isEnvelope(answer: unknown): answer is Envelope {
  const evidence = propertyOf(answer, 'evidence');
  const [verdict, provenance] = ['verdict', 'provenance'].map((part) => propertyOf(evidence, part));
  const lists = ['reasons', 'warnings'].map((name) => propertyOf(verdict, name));
  if (verdict !== undefined && !lists.every((list) => Array.isArray(list))) return false;
  if (provenance !== undefined && !Array.isArray(propertyOf(provenance, 'chain'))) return false;
  return isObject(evidence) && typeof propertyOf(propertyOf(answer, 'record'), 'id') === 'string';
}

/** The element that says what a record now is. */
export function newestElement({ evidence }: Envelope) {
  return evidence.provenance?.chain.at(-1);
}

function requestOf({ value, fault }: InputRow): object | null {
  if (fault !== undefined) return null;
  const name = NAMES.find((each) => typeof value[each] === 'string');
  if (name === undefined) return null;
  const authority = value['authority_id'];
  return {
    [name]: value[name],
    ...(name !== 'record_id' && typeof authority === 'string' && { authority_id: authority }),
  };
}

function nameless({ line }: InputRow): VerifyResult {
  const error = { code: 'request.invalid', message: `The line must have one of ${NAMES.join(', ')}.` };
  return { line, outcome: 'refused', error };
}

function resultOf({ line, value }: InputRow, item: Envelope | ItemError): VerifyResult {
  if ('error' in item) return { line, outcome: 'refused', error: inLine(item.error) };
  const { record, evidence } = item;
  const reasons = [...(evidence.verdict?.reasons ?? [])];
  const expected = value['content_digest'];
  const found = newestElement(item)?.content_digest;
  if (typeof expected === 'string' && found !== expected) reasons.push('content.differs');
  const isGood = evidence.verdict?.result === 'passed' && reasons.length === 0;
  const outcome = isGood ? 'passed' : 'failed';
  return { line, outcome, record_id: record.id, state: record.state, ...(isGood ? {} : { reasons }) };
}
