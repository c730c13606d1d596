import { percentile } from '../percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { newRecord } from './registering.ts';

const IDLE_WRITES = 300;
const BATCHES = 200;
const BATCH = 100;
const IN_FLIGHT = 4;

/** What a write takes on an idle service and until verify shows it, and how many can be written a second. */
export async function measureWrites(service: ServiceProcess): Promise<Section> {
  const written: number[] = [];
  const visible: number[] = [];
  for (let index = 0; index < IDLE_WRITES; index += 1) {
    const startedAt = performance.now();
    const { status, body } = await service.ask<{ id: string }>('POST', '/v1/records', newRecord());
    if (status !== 201) throw new Error(`A registration was answered ${status}.`);
    const answeredAt = performance.now();
    const verified = await service.ask<Envelope>('POST', '/v1/records/verify', { record_id: body.id });
    const shown = verified.body.evidence.provenance.verified && verified.body.evidence.state === 'active';
    if (!shown) throw new Error('A record that was answered did not verify.');
    written.push(answeredAt - startedAt);
    visible.push(performance.now() - startedAt);
  }
  const inBatches = await registerInBatches(service);
  return {
    title: 'writes over HTTP, on an otherwise idle service',
    rows: [
      { what: 'register answered', ...spread(written), per_second: null },
      { what: 'register, then verified', ...spread(visible), per_second: null },
      { what: `batch of ${BATCH}, ${IN_FLIGHT} at a time`, ...inBatches },
    ],
    notes: ['A write answers once verify shows it: the second line is the first and one verification.'],
  };
}

interface Envelope {
  evidence: { provenance: { verified: boolean }; state: string };
}

async function registerInBatches(service: ServiceProcess): Promise<Section['rows'][number]> {
  const latencies: number[] = [];
  let left = BATCHES;
  const startedAt = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const records = Array.from({ length: BATCH }, newRecord);
      const sentAt = performance.now();
      const { body } = await service.ask<{ data: object[] }>('POST', '/v1/records/batch', { records });
      if (body.data.some((each) => 'error' in each)) throw new Error('A record of a batch was refused.');
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const elapsed = (performance.now() - startedAt) / 1_000;
  return { ...spread(latencies), per_second: Math.round((BATCHES * BATCH) / elapsed) };
}

function spread(latencies: readonly number[]): { p50_ms: number; p99_ms: number } {
  return { p50_ms: percentile(latencies, 0.5), p99_ms: percentile(latencies, 0.99) };
}
