import { logHolds, readIds } from '../filled-service.ts';
import { closedLoop, type Calls } from '../load/closed-loop.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { BATCH, registerInBatches } from '../writes/registering.ts';
import { PATH } from './verification.ts';

/** Records of the small service, and of the large one: `RECORDS`. */
const FEW = 1_000;
const MANY = Number(process.env['RECORDS'] ?? 20_000);
const ROUNDS = 5;
const SECONDS = 3;
/** Records that are verified repeatedly and thus cached, and records that are verified once. */
const KEPT = 200;

/** A service with its records. */
interface Sized {
  service: ServiceProcess;
  records: number;
  /** Of records, in no order. */
  ids: string[];
  kept: Calls[];
  cold: Calls[];
}

/** A verification among few records and among many, in turns: what size alone costs. */
export async function measureSizes(directory: string): Promise<Section> {
  const services: ServiceProcess[] = [];
  try {
    const sized: Sized[] = [];
    for (const records of [FEW, MANY]) {
      const service = await startService(`${directory}-${records}`);
      services.push(service);
      const { per_second } = await registerInBatches(service.ask, Math.ceil(records / BATCH));
      await logHolds(service, records);
      process.stdout.write(`${records} records, registered at ${per_second} a second\n`);
      sized.push({ service, records, ids: await readIds(service), kept: [], cold: [] });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { service, ids, kept, cold } of sized) {
        kept.push(await verifyAlone(service, (number) => ids[number % KEPT]));
        cold.push(await verifyAlone(service, (number) => ids[(round * 7_919 + number) % ids.length]));
      }
    }
    return {
      title: 'a verification, one at a time, among few records and among many',
      rows: sized.flatMap(({ records, kept, cold }) => [
        { records, asked: `${KEPT} again and again`, ...summary(kept) },
        { records, asked: 'all in turn', ...summary(cold) },
      ]),
      notes: [
        `Medians of ${ROUNDS} rounds of ${SECONDS} s, the services in turns. A record that is asked about again within`,
        'five seconds is in memory; any other is read from the views, and all of the few soon are in memory.',
      ],
    };
  } finally {
    for (const service of services) await service.stop();
  }
}

function verifyAlone({ ask }: ServiceProcess, idOf: (number: number) => string | undefined): Promise<Calls> {
  return closedLoop(1, SECONDS, async (number) => {
    const { status } = await ask('POST', PATH, { record_id: idOf(number) });
    if (status !== 200) throw new Error(`A verification was answered ${status}.`);
  });
}

function summary(rounds: readonly Calls[]) {
  const median = (share: number) =>
    percentile(
      rounds.map(({ latencies }) => percentile(latencies, share)),
      0.5,
    );
  return { p50_ms: median(0.5), p99_ms: median(0.99) };
}
