import { closedLoop } from '../load/closed-loop.ts';
import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { BATCH, IN_FLIGHT, registerInBatches, registerOne } from '../writes/registering.ts';
import type { DistributedService } from './distributed-service.ts';

const CALLERS = [1, 16, 64];
const WARM_UP = 2;
const SECONDS = 10;
const BATCHES = 100;

/** How many records can be registered a second. */
export async function measureThroughput({ first }: DistributedService): Promise<Section> {
  const rows: Section['rows'] = [];
  const register = async () => void (await registerOne(first));
  for (const callers of CALLERS) {
    await closedLoop(callers, WARM_UP, register);
    const { latencies, perSecond } = await closedLoop(callers, SECONDS, register);
    rows.push({ what: 'register', callers, ...spread(latencies), per_second: Math.round(perSecond) });
  }
  const batches = await registerInBatches(first, BATCHES);
  rows.push({ what: `batch of ${BATCH}`, callers: IN_FLIGHT, ...batches });
  return {
    title: 'distributed: writes a second, each answered once the gateway shows it',
    rows,
    notes: [
      'Callers each wait for their own answer. Broker, database, nine processes and they share the cores.',
    ],
  };
}
