import { randomBytes } from 'node:crypto';
import type { Ask } from '../ask.ts';
import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';

/** Records in a batch, and batches under way at the same time. */
export const BATCH = 100;
const IN_FLIGHT = 4;

/** Part of the body that each registration replaces with a text of its own. */
const PLACEHOLDER = '@'.repeat(24);

/** A request that registers records, as a load repeats it. */
export interface Registration {
  path: string;
  body: string;
  placeholder: string;
  records: number;
}

/** Registers one record. */
export const ONE: Registration = {
  path: '/v1/records',
  body: JSON.stringify(recordNamed(PLACEHOLDER)),
  placeholder: PLACEHOLDER,
  records: 1,
};

/** Registers a number of records at once. */
export function batchOf(records: number): Registration {
  const body = JSON.stringify({ records: Array.from({ length: records }, () => recordNamed(PLACEHOLDER)) });
  return { path: '/v1/records/batch', body, placeholder: PLACEHOLDER, records };
}

/** A record to register, unlike any other. */
function newRecord(): object {
  return recordNamed(randomBytes(12).toString('hex'));
}

/** @param name 24 hex digits. */
function recordNamed(name: string): object {
  return {
    authority_id: 'aut_example',
    origin: 'https://registry.example/bench',
    content_digest: `sha256:${'0'.repeat(40)}${name}`,
    external_id: `bench/${name}`,
  };
}

/** Registers a new record. @returns its id. */
export async function registerOne(ask: Ask): Promise<string> {
  const { status, body } = await ask<{ id: string }>('POST', '/v1/records', newRecord());
  if (status !== 201) throw new Error(`A registration was answered ${status}.`);
  return body.id;
}

/** Registers records in one request. @throws where one of them was refused. */
async function registerBatch(ask: Ask, records: readonly object[]): Promise<void> {
  const { status, body } = await ask<{ data?: object[] }>('POST', '/v1/records/batch', { records });
  if (body.data === undefined) throw new Error(`A batch was answered ${status}.`);
  if (body.data.some((each) => 'error' in each)) throw new Error('A record of a batch was refused.');
}

/** Registers a number of batches. @returns the time of a batch, and the records registered a second. */
export async function registerInBatches(ask: Ask, batches: number): Promise<Section['rows'][number]> {
  const latencies: number[] = [];
  let left = batches;
  const startedAt = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const records = Array.from({ length: BATCH }, newRecord);
      const sentAt = performance.now();
      await registerBatch(ask, records);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const elapsed = (performance.now() - startedAt) / 1_000;
  return { ...spread(latencies), per_second: Math.round((batches * BATCH) / elapsed) };
}
