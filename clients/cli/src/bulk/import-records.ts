import { createHash } from 'node:crypto';
import {
  ServiceError,
  type Issuer,
  type RecordVerification,
  type RegisterBody,
} from '@record-verification/client';
import { propertyOf } from '../errors.js';
import { inHalves } from './in-halves.js';
import type { LineResult } from './journal.js';
import type { InputRow } from './input-row.js';
import type { Patience } from './patience.js';
import { batchAnswers, inLine, refusedFor, type ItemError } from './refused-line.js';
import { newestElement, verified } from './verify-records.js';

/** Outcome of a line to register. */
export interface ImportResult extends LineResult {
  outcome: 'registered' | 'already there' | 'differs' | 'refused';
  record_id?: string;
  external_id?: string;
  content_digest?: string;
  /** Why `already there` says nothing about the content. */
  remark?: string;
  /** The members of the record that have other values. */
  reasons?: string[];
  error?: ItemError['error'];
}

/** How the lines of a batch are registered. */
interface ImportTerms {
  /** Name of the batch, a part of its idempotency key. */
  name: string;
  /** Authority of lines that name none. */
  authorityId: string | undefined;
  /** Signs the lines; null where their authorities have no key. */
  issuer: Issuer | null;
  patience: Patience;
  /** Called where the credential lacks `verify`, by which contents are compared. */
  onUncompared(): void;
}

type Item = { id: string } | ItemError;

/** Registers a batch of lines. */
export async function importBatch(
  service: RecordVerification,
  rows: readonly InputRow[],
  { name, authorityId, issuer, patience, onUncompared }: ImportTerms,
): Promise<ImportResult[]> {
  const sent = rows.filter(({ fault }) => fault === undefined);
  const signAndRegister = async (): Promise<Registered[]> => {
    const records: object[] = [];
    for (const { value } of sent) {
      const body = { ...(authorityId === undefined ? {} : { authority_id: authorityId }), ...value };
      // One after the other: a signing device may handle one request at a time.
      records.push(issuer === null ? body : await signedBy(issuer, body));
    }
    return inHalves(records, (part, first) => register(service, `${name}, from ${first}`, part));
  };
  const answers = sent.length === 0 ? [] : await patience.with(signAndRegister);
  // Retried alone: the answer to a repeated registration no longer says what is new.
  const items = answers.map(({ item }) => item);
  const known = await patience.with(() => contentsOf(service, items));
  if (known === null) onUncompared();
  return rows.map((row) => refusedFor(row) ?? resultOf(row, answers.shift() as Registered, known));
}

interface Registered {
  item: Item;
  /** Of an item with an id: an earlier call can have registered it, under the same key. */
  newly: 'registered' | 'already there';
}

/** @throws ServiceError where some must be retried. */
async function register(
  service: RecordVerification,
  name: string,
  records: readonly object[],
): Promise<Registered[]> {
  const request = service.request({
    method: 'POST',
    path: '/v1/records/batch',
    body: { records },
    idempotencyKey: keyOf(name, records),
  });
  const { data: answer, response } = await request.withResponse();
  const items = batchAnswers<{ id: string }>(answer, records.length, isRecord);
  const isRepeated = response.headers.get('idempotent-replayed') === 'true';
  return items.map((item) => ({ item, newly: isRepeated ? 'already there' : 'registered' }));
}

const isRecord = (item: unknown): boolean => typeof propertyOf(item, 'id') === 'string';

/** What records say, by their ids; null where the credential may not read them. */
type Contents = ReadonlyMap<string, { content_digest?: unknown; origin?: unknown }> | null;

/** The contents of the records whose names are taken. @throws ServiceError where some must be retried. */
async function contentsOf(service: RecordVerification, items: readonly Item[]): Promise<Contents> {
  const ids = items.flatMap((item) => ('error' in item ? (item.error.existing_id ?? []) : []));
  if (ids.length === 0) return new Map();
  try {
    const answers = await verified(
      service,
      ids.map((record_id) => ({ record_id })),
    );
    return new Map(
      answers.flatMap((item) => ('error' in item ? [] : [[item.record.id, newestElement(item) ?? {}]])),
    );
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'authority.insufficient_scope') return null;
    throw error;
  }
}

/** The service says what is wrong with a line that cannot be signed. */
async function signedBy(issuer: Issuer, body: object): Promise<object> {
  try {
    return await issuer.registration(body as RegisterBody);
  } catch (error) {
    if (error instanceof TypeError) return body;
    throw error;
  }
}

/** Idempotency key of a batch. A resumed import uses the same key, so that no line is registered twice. */
function keyOf(name: string, records: readonly object[]): string {
  return createHash('sha256')
    .update(`records import ${name}\n${JSON.stringify(records)}`)
    .digest('hex');
}

function resultOf({ line, value }: InputRow, { item, newly }: Registered, known: Contents): ImportResult {
  const { external_id, content, content_digest, origin } = value;
  const digest = typeof content === 'string' ? digestOf(content) : content_digest;
  const about = {
    line,
    ...(typeof external_id === 'string' && { external_id }),
    ...(typeof digest === 'string' && { content_digest: digest }),
  };
  if ('id' in item) return { ...about, outcome: newly, record_id: item.id };
  const { code, existing_id } = item.error;
  if (code === 'record.already_exists' && existing_id !== undefined) {
    const there = { ...about, outcome: 'already there' as const, record_id: existing_id };
    if (known === null) return { ...there, remark: 'its content was not compared' };
    const found: { content_digest?: unknown; origin?: unknown } = known.get(existing_id) ?? {};
    const given = { content_digest: digest, origin };
    const reasons = (['content_digest', 'origin'] as const).filter(
      (member) => found[member] !== given[member],
    );
    return reasons.length === 0 ? there : { ...there, outcome: 'differs', reasons };
  }
  return { ...about, outcome: 'refused', error: inLine(item.error) };
}

/** The digest of a content, in the form in which records name it. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
