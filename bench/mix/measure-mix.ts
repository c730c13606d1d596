import { setTimeout as pause } from 'node:timers/promises';
import { percentile, spread } from '../../infra/percentiles.ts';
import { withPlainRows } from '../events/plain-rows.ts';
import { registerLogged } from '../filled-service.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { openLoop } from '../load/open-loop.ts';
import { whileMeasured, type Used } from '../processor-time.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { callersOf } from './callers.ts';

/** Records that the service holds before it is asked: `RECORDS`. */
const RECORDS = Number(process.env['RECORDS'] ?? 20_000);
/** Multiples of one user's arrivals. */
const FACTORS = [1, 2, 4, 8];
const SECONDS = 15;
const COMMIT_SECONDS = 2;
const REST_SECONDS = 5;

/** What each kind of call takes where all kinds arrive together at a fixed rate, beside a bare commit of the same database. */
export async function measureMix(
  service: ServiceProcess,
  dataDirectory: string,
  element: string,
): Promise<Section> {
  const ids = await registerLogged(service, RECORDS);
  const commit = await bareCommit(service, element);
  const rows: Section['rows'] = [];
  rows.push(await measureRest(service, dataDirectory));
  for (const factor of FACTORS)
    rows.push(...(await measureFactor(service, dataDirectory, ids, factor, commit)));
  return {
    title: `a mix at fixed arrival rates, ${RECORDS} records, ${SECONDS} s each`,
    rows,
    notes: [
      'A latency counts from the moment for which a call was planned, however busy the service is. commits is p50 as a',
      `multiple of a bare commit alone (${commit.toFixed(1)} ms at the median). node and postgresql: milliseconds of processor time`,
      'for each second, of 2,000 on two cores; the callers, one process more, share them.',
    ],
  };
}

async function measureFactor(
  service: ServiceProcess,
  dataDirectory: string,
  ids: readonly string[],
  factor: number,
  commit: number,
): Promise<Section['rows']> {
  const kinds = callersOf(service.ask, ids, factor);
  const used = await whileMeasured(service, dataDirectory, () => openLoop(kinds, SECONDS));
  return kinds.map(({ kind, perSecond }, place) => {
    const { latencies, failures } = used.result[place] ?? { latencies: [], failures: 0 };
    const { p50_ms, p99_ms } = spread(latencies);
    const planned = {
      kind,
      per_second: perSecond,
      failed: failures,
      p50_ms,
      p99_ms,
      commits: p50_ms / commit,
    };
    return { ...planned, ...(place === 0 ? figuresOf(used) : NO_FIGURES) };
  });
}

/** What the service uses at rest. */
async function measureRest(service: ServiceProcess, dataDirectory: string): Promise<Section['rows'][number]> {
  const used = await whileMeasured(service, dataDirectory, () => pause(REST_SECONDS * 1_000));
  const none = { per_second: 0, failed: 0, p50_ms: null, p99_ms: null, commits: null };
  return { kind: 'nothing', ...none, ...figuresOf(used) };
}

const NO_FIGURES = { node_ms: null, postgresql_ms: null, stolen: null };

/** Milliseconds of processor time for each second. */
function figuresOf({ seconds, nodeMs, postgresqlMs, stolen }: Used<unknown>) {
  const each = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / seconds);
  return { node_ms: each(nodeMs), postgresql_ms: each(postgresqlMs), stolen };
}

/** The median of single-row inserts by one caller, in milliseconds. */
async function bareCommit({ databaseUrl }: ServiceProcess, element: string): Promise<number> {
  const { latencies } = await withPlainRows(databaseUrl, { connections: 1, element }, (insert) =>
    closedLoop(1, COMMIT_SECONDS, (number) => insert(`mix-${number}`)),
  );
  return percentile(latencies, 0.5);
}
