import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../infra/percentiles.ts';
import { databaseBytes, logHolds, query, readIds, settled } from '../filled-service.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { serviceMegabytes } from '../process-figures.ts';
import { whileMeasured } from '../processor-time.ts';
import type { Section } from '../section.ts';
import { runCommand, startService, type ServiceProcess } from '../service-process.ts';
import { timeVerification } from '../verify/time-verification.ts';
import { PATH } from '../verify/verification.ts';
import { BATCH, registerInBatches, registerOne } from '../writes/registering.ts';
import { renderCurves, type Curves } from './curve.ts';

/** Records at the end: `RECORDS`. Each step is ten times the one before, or the rest. */
const RECORDS = Number(process.env['RECORDS'] ?? 100_000);
const FIRST_STEP = 1_000;
/** Most records for which a scrub is measured, which takes a millisecond or more for each. */
const MOST_SCRUBBED = 100_000;
const SECONDS = 4;
/** Milliseconds between two verifications while it grows. */
const ASK_EVERY = 100;
/** Records in a batch that is verified. */
const VERIFIED_AT_ONCE = 100;
/** Records that are asked about again and again. */
const HOT = 50;

/** Rates and costs of the service at one size. */
interface Size {
  records: number;
  /** While it grew to this size. */
  registered_per_second: number;
  node_ms_per_record: number | null;
  postgresql_ms_per_record: number | null;
  wal_bytes_per_record: number;
  stolen: number | null;
  /** Verifications during the growth; the refused ones found views too far behind. */
  verify_p50_ms_meanwhile: number;
  refused_meanwhile: number;
  /** From the last registration until everything is published and shown, and no autovacuum is running. */
  settled_after_ms: number;
  register_p50_ms: number;
  hot_p50_ms: number;
  cold_p50_ms: number;
  cold_batch_per_second: number;
  list_p50_ms: number;
  database_bytes_per_record: number;
  node_megabytes: number | null;
  /** Seconds of a rebuild of the view of records, and of a scrub of everything, while the service answers. */
  rebuild_s: number;
  scrub_s: number | null;
  /** The next start, until the service can verify. */
  start_ms: number;
}

/** One service that grows: what its work costs at a thousand records, ten thousand, and so on; with pictures in a directory. */
export async function measureGrowth(directory: string, pictures: string): Promise<Section> {
  // The commands beside the service have it too.
  process.env['ENVIRONMENT'] = 'development';
  const start = () => startService(directory);
  let service = await start();
  try {
    const sizes: Size[] = [];
    while ((sizes.at(-1)?.records ?? 0) < RECORDS) {
      const before = sizes.at(-1)?.records ?? 0;
      const records = Math.min(Math.max(before * 10, FIRST_STEP), RECORDS);
      const measured = await measureSize(service, directory, records, records - before);
      const rebuild_s = await secondsOf(() => runCommand(directory, 'rebuild', 'records'));
      const scrub_s = records > MOST_SCRUBBED ? null : await secondsOf(() => runCommand(directory, 'scrub'));
      await service.stop();
      service = await start();
      const size = { ...measured, rebuild_s, scrub_s, start_ms: service.startedIn };
      sizes.push(size);
      process.stdout.write(`${JSON.stringify(size)}\n`);
    }
    await mkdir(pictures, { recursive: true });
    for (const [name, curves] of Object.entries(picturesOf(sizes))) {
      await writeFile(join(pictures, `growth-${name}.svg`), renderCurves(curves));
    }
    return {
      title: 'one service as it grows',
      rows: sizes.map((size) => ({ ...size })),
      notes: [
        `Registered in batches of ${BATCH}. Calls one at a time for ${SECONDS} s; cold records were not asked about in the last`,
        'five seconds, and each batch verifies 100 of them. Bytes of the whole database, indexes and history included.',
        'Meanwhile: while it grew to this size, with a verification every tenth of a second.',
      ],
    };
  } finally {
    await service.stop();
  }
}

async function measureSize(
  service: ServiceProcess,
  directory: string,
  records: number,
  added: number,
): Promise<Omit<Size, 'rebuild_s' | 'scrub_s' | 'start_ms'>> {
  const { ask } = service;
  const grown = await grow(service, directory, added);
  const grownAt = performance.now();
  await Promise.all([logHolds(service, records), settled(service)]);
  const settled_after_ms = performance.now() - grownAt;
  const ids = await readIds(service);
  let turn = 0;
  const p50 = async (call: () => Promise<unknown>) => {
    const { latencies } = await closedLoop(1, SECONDS, async () => void (await call()));
    return percentile(latencies, 0.5);
  };
  const verify = (record_id: string | undefined) => answered(ask('POST', PATH, { record_id }));
  const cold_p50_ms = await p50(() => verify(ids[turn++ % ids.length]));
  const batches = await closedLoop(2, SECONDS, async () => {
    const batch = Array.from({ length: VERIFIED_AT_ONCE }, () => ({ record_id: ids[turn++ % ids.length] }));
    await answered(ask('POST', `${PATH}/batch`, { records: batch }));
  });
  return {
    records,
    ...grown,
    settled_after_ms,
    register_p50_ms: await p50(() => registerOne(ask)),
    hot_p50_ms: await p50(() => verify(ids[turn++ % HOT])),
    cold_p50_ms,
    cold_batch_per_second: batches.perSecond * VERIFIED_AT_ONCE,
    list_p50_ms: await p50(() => answered(ask('GET', '/v1/records?limit=20'))),
    database_bytes_per_record: (await databaseBytes(service.databaseUrl)) / records,
    node_megabytes: serviceMegabytes(service.pid),
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** Registers records in batches, while one is verified again and again. @returns what each cost. */
async function grow(service: ServiceProcess, directory: string, added: number) {
  const id = await registerOne(service.ask);
  const before = await walBytes(service);
  const used = await whileMeasured(service, directory, async () => {
    const registering = registerInBatches(service.ask, Math.ceil(added / BATCH));
    return Promise.all([registering, verifyUntil(registering, service, id)]);
  });
  const [registered, { latencies, refused }] = used.result;
  const each = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / added);
  return {
    registered_per_second: Number(registered['per_second']),
    node_ms_per_record: each(used.nodeMs),
    postgresql_ms_per_record: each(used.postgresqlMs),
    wal_bytes_per_record: ((await walBytes(service)) - before) / added,
    stolen: used.stolen,
    verify_p50_ms_meanwhile: percentile(latencies, 0.5),
    refused_meanwhile: refused,
  };
}

/** Verifies a record every tenth of a second until some work ends. @returns what each answer took, and how many were refused. */
async function verifyUntil(work: Promise<unknown>, { ask }: ServiceProcess, record_id: string) {
  const latencies: number[] = [];
  let refused = 0;
  let ended = false;
  const end = () => void (ended = true);
  work.then(end, end);
  while (!ended) {
    const took = await timeVerification(ask, record_id);
    if (took === null) refused += 1;
    else latencies.push(took);
    await pause(ASK_EVERY);
  }
  return { latencies, refused };
}

async function walBytes({ databaseUrl }: ServiceProcess): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    databaseUrl,
    `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`,
  );
  return Number(row?.bytes);
}

async function answered(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`A request was answered ${status}: ${JSON.stringify(body)}`);
}

function picturesOf(sizes: readonly Size[]): Record<'latency' | 'throughput' | 'storage', Curves> {
  const line = (name: string, read: (size: Size) => number) => ({
    name,
    points: sizes.map((size) => ({ x: size.records, y: read(size) })),
  });
  const xLabel = 'records in the service';
  return {
    latency: {
      title: 'What one call takes, one at a time',
      xLabel,
      yLabel: 'milliseconds, median',
      lines: [
        line('register', (size) => size.register_p50_ms),
        line('verify, cold', (size) => size.cold_p50_ms),
        line('verify, hot', (size) => size.hot_p50_ms),
        line('list 20', (size) => size.list_p50_ms),
      ],
    },
    throughput: {
      title: 'What two cores do in batches of 100',
      xLabel,
      yLabel: 'records a second',
      lines: [
        line('verify, cold', (size) => size.cold_batch_per_second),
        line('register', (size) => size.registered_per_second),
      ],
    },
    storage: {
      title: 'What a record takes on disk',
      xLabel,
      yLabel: 'bytes a record',
      lines: [
        line('database', (size) => size.database_bytes_per_record),
        line('WAL', (size) => size.wal_bytes_per_record),
      ],
    },
  };
}
