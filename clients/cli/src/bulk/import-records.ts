import { createHash } from 'node:crypto';
import { ServiceError, type RecordVerification } from '@record-verification/client';
import type { LineResult } from './journal.js';
import type { InputRow } from './read-rows.js';

/** An error of the service about one item. */
export interface ItemError {
  error: { code: string; message: string; existing_id?: string };
}

/** Outcome of a line to register. */
export interface ImportResult extends LineResult {
  outcome: 'registered' | 'already there' | 'refused';
  record_id?: string;
  external_id?: string;
  content_digest?: string;
  error?: ItemError['error'];
}

type Item = { id: string } | ItemError;

/** Registers a batch of lines. @throws ServiceError where some must be retried. */
export async function importBatch(
  service: RecordVerification,
  rows: readonly InputRow[],
  { index, authorityId }: { index: number; authorityId: string | undefined },
): Promise<ImportResult[]> {
  const records = rows.map(({ value }) => ({
    ...(authorityId === undefined ? {} : { authority_id: authorityId }),
    ...value,
  }));
  const { data } = await service.request<{ data: Item[] }>({
    method: 'POST',
    path: '/v1/records/batch',
    body: { records },
    idempotencyKey: keyOf(index, records),
  });
  requireAvailable(data);
  return rows.map((row, at) => resultOf(row, data[at] as Item));
}

/** Idempotency key of a batch, the same when an interrupted import is resumed, so that no line is registered twice. */
function keyOf(index: number, records: readonly object[]): string {
  return createHash('sha256')
    .update(`records import ${index}\n${JSON.stringify(records)}`)
    .digest('hex');
}

/** @throws ServiceError where items must be retried; with the same key, only those are. */
export function requireAvailable(items: readonly (object | ItemError)[]): void {
  const isAway = items.some(
    (item) => 'error' in item && (item as ItemError).error.code === 'service.unavailable',
  );
  if (!isAway) return;
  const message = 'a part of a batch was not processed';
  throw new ServiceError({
    status: 503,
    headers: new Headers(),
    error: { code: 'service.unavailable', message },
  });
}

function resultOf({ line, value }: InputRow, item: Item): ImportResult {
  const { external_id, content, content_digest } = value;
  const digest = typeof content === 'string' ? digestOf(content) : content_digest;
  const about = {
    line,
    ...(typeof external_id === 'string' && { external_id }),
    ...(typeof digest === 'string' && { content_digest: digest }),
  };
  if ('id' in item) return { ...about, outcome: 'registered', record_id: item.id };
  const { code, existing_id } = item.error;
  if (code === 'record.already_exists' && existing_id !== undefined) {
    return { ...about, outcome: 'already there', record_id: existing_id };
  }
  return { ...about, outcome: 'refused', error: item.error };
}

/** The digest of a content, in the form that records have. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
