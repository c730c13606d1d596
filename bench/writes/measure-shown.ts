import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { registerOne } from './registering.ts';

const WRITES = 300;

/** How long a registration takes on an idle service, and how long until its record is verified. */
export async function measureShown({ ask }: ServiceProcess): Promise<Section> {
  const answered: number[] = [];
  const verified: number[] = [];
  for (let index = 0; index < WRITES; index += 1) {
    const startedAt = performance.now();
    const record_id = await registerOne(ask);
    answered.push(performance.now() - startedAt);
    const { body } = await ask<Envelope>('POST', '/v1/records/verify', { record_id });
    verified.push(performance.now() - startedAt);
    const shown = body.evidence.provenance.verified && body.evidence.state === 'active';
    if (!shown) throw new Error('A record that was answered did not verify.');
  }
  return {
    title: 'a write and the verification after it, one at a time',
    rows: [
      { what: 'registered', ...spread(answered) },
      { what: 'registered, then verified', ...spread(verified) },
    ],
    notes: [],
  };
}

interface Envelope {
  evidence: { provenance: { verified: boolean }; state: string };
}
