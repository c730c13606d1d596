import { percentile } from '../../infra/percentiles.ts';
import { whileMeasured } from '../processor-time.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { registerLogged } from '../filled-service.ts';
import { timeVerification } from '../verify/time-verification.ts';

/** Records of a batch, and batches under way at the same time. */
const BATCH = 100;
const IN_FLIGHT = 4;
/** Records that are verified once in batches, and those that are verified one at a time. */
const IN_BATCHES = Number(process.env['RECORDS'] ?? 8_000);
const ALONE = 1_000;

/** What verifications took. */
interface ColdRate {
  perSecond: number;
  /** Milliseconds of processor time for a record, of the service and of its database; null where the system does not tell. */
  serviceCpu: number | null;
  databaseCpu: number | null;
}

/** Verifies records that are in no cache, right after a start: in batches, and one at a time, each beside cached records. */
export async function measureCold(directory: string): Promise<Section> {
  const registering = await startService(directory);
  const ids = await registerLogged(registering, IN_BATCHES + ALONE);
  await registering.stop();
  const service = await startService(directory);
  try {
    const batched = ids.slice(0, IN_BATCHES);
    const cold = await verifyBatches(service, directory, batched);
    // The newest of them are cached for seconds.
    const hot = await verifyBatches(service, directory, repeat(batched.slice(-400), IN_BATCHES));
    const alone = await verifyAlone(service, ids.slice(IN_BATCHES, IN_BATCHES + ALONE));
    const row = (what: string, { perSecond, serviceCpu, databaseCpu }: ColdRate) => ({
      what,
      per_second: Math.round(perSecond),
      to_hot: perSecond / hot.perSecond,
      service_cpu_ms: serviceCpu,
      database_cpu_ms: databaseCpu,
      p50_ms: null,
    });
    const single = (what: string, p50: number) => ({
      what,
      per_second: null,
      to_hot: p50 / alone.hot,
      service_cpu_ms: null,
      database_cpu_ms: null,
      p50_ms: p50,
    });
    return {
      title: 'verification of records that are in no cache',
      rows: [
        row(`batches of ${BATCH}, cold`, cold),
        row('the same, cached', hot),
        single('one at a time, cold', alone.cold),
        single('one at a time, cached', alone.hot),
      ],
      notes: [
        `${IN_FLIGHT} batches at a time. Processor time is that of one record, with the requests around it. Each record is`,
        'asked about for the first time since the start; alone, a cold one and a cached one take turns.',
      ],
    };
  } finally {
    await service.stop();
  }
}

/** Verifies records in batches. @throws where one is not verified. */
async function verifyBatches(
  service: Pick<ServiceProcess, 'ask' | 'pid'>,
  directory: string,
  ids: readonly string[],
): Promise<ColdRate> {
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
  const used = await whileMeasured(service, directory, () =>
    Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
          await verifyBatch(service, batch);
        }
      }),
    ),
  );
  const each = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / ids.length);
  return {
    perSecond: ids.length / used.seconds,
    serviceCpu: each(used.nodeMs),
    databaseCpu: each(used.postgresqlMs),
  };
}

/** Retries while the service cannot answer for a moment, as on a machine with other load. */
async function verifyBatch({ ask }: Pick<ServiceProcess, 'ask'>, ids: readonly string[]): Promise<void> {
  const records = ids.map((record_id) => ({ record_id }));
  const { status, body } = await ask<{ data: Answered[] }>('POST', '/v1/records/verify/batch', { records });
  if (status === 503) return verifyBatch({ ask }, ids);
  const good = status === 200 && body.data.every(({ evidence }) => evidence?.provenance.verified === true);
  if (!good) throw new Error(`A batch was answered ${status}, or a record of it was not verified.`);
}

interface Answered {
  evidence?: { provenance: { verified: boolean } };
}

/** Median milliseconds of a verification without anything cached, and of one of a cached record. */
async function verifyAlone(
  { ask }: Pick<ServiceProcess, 'ask'>,
  ids: readonly string[],
): Promise<{ cold: number; hot: number }> {
  const cold: number[] = [];
  const hot: number[] = [];
  for (const id of ids) {
    const first = await timeVerification(ask, id);
    const again = await timeVerification(ask, id);
    if (first === null || again === null) continue;
    cold.push(first);
    hot.push(again);
  }
  return { cold: percentile(cold, 0.5), hot: percentile(hot, 0.5) };
}

function repeat(ids: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, index) => ids[index % ids.length] as string);
}
