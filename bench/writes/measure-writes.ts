import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { BATCH, IN_FLIGHT, registerInBatches, registerOne } from './registering.ts';

const IDLE_WRITES = 300;
const BATCHES = 200;

/** What a write takes on an idle service and until verify shows it, and how many can be written a second. */
export async function measureWrites(service: ServiceProcess): Promise<Section> {
  const written: number[] = [];
  const visible: number[] = [];
  for (let index = 0; index < IDLE_WRITES; index += 1) {
    const startedAt = performance.now();
    const record_id = await registerOne(service.ask);
    const answeredAt = performance.now();
    const verified = await service.ask<Envelope>('POST', '/v1/records/verify', { record_id });
    const shown = verified.body.evidence.provenance.verified && verified.body.evidence.state === 'active';
    if (!shown) throw new Error('A record that was answered did not verify.');
    written.push(answeredAt - startedAt);
    visible.push(performance.now() - startedAt);
  }
  const inBatches = await registerInBatches(service.ask, BATCHES);
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
