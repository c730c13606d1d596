import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@service/platform/waiting';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { launchDistributed } from '../distributed/distributed-service.ts';
import {
  busyShare,
  descriptorsOf,
  forgetPeak,
  machineTime,
  peakMegabytes,
  serviceProcesses,
  stolenShare,
} from '../process-figures.ts';
import type { Section } from '../section.ts';
import { startService } from '../service-process.ts';
import { FLOODS, type FloodTarget } from './floods.ts';
import { CALLERS, PAUSE, askFor, columnsOf, together, type Round } from './quiet-tenant.ts';
import { createTenant } from './tenants.ts';

/** Seconds of a quiet round, of a flood, of its beginning that is not counted, and of the rest after it. */
const [QUIET, FLOOD, BEGINNING, REST] = [6, 9, 1, 2];
/** Milliseconds between two counts of descriptors. */
const COUNT = 200;
const REPLICAS = 2;
/** Milliseconds for the processes to be listed. */
const LISTED = 30_000;
/** The limits of a service as it is, in the place of those that no caller of a bench reaches. */
const DEFAULTS = {
  MAX_REQUESTS: undefined,
  RATE_LIMIT_VERIFY: undefined,
  RATE_LIMIT_READ: undefined,
  RATE_LIMIT_WRITE: undefined,
  ENVIRONMENT: 'development',
};

/**
 * What floods of one tenant do to the verifications of another, on a standalone service and on two gateways with Kafka. `DRIVER` measures
 * only one of the two, `FLOODS` only floods whose names contain the text.
 */
export async function* measureFlood(directory: string): AsyncGenerator<Section> {
  const { DRIVER: driver } = process.env;
  if (driver !== 'kafka') {
    const dataDirectory = join(directory, 'standalone');
    const service = await startService(dataDirectory, DEFAULTS);
    const gateways = serviceProcesses(service.pid);
    yield* measureDriver('standalone', { ...service, dataDirectory, gateways });
  }
  if (driver !== 'standalone') {
    const service = await launchDistributed(join(directory, 'kafka'), REPLICAS, DEFAULTS);
    const gateways = await waitFor(() => gatewaysIn(service.dataDirectory), LISTED);
    if (gateways === undefined) throw new Error('The gateways were not listed.');
    yield* measureDriver(`${REPLICAS} gateways on Kafka`, { ...service, gateways });
  }
}

/** Undefined until all are in the list of processes, which is written after their start. */
async function gatewaysIn(dataDirectory: string): Promise<number[] | undefined> {
  const processes = await readProcessList(dataDirectory);
  const gateways = processes.filter(({ name }) => name.startsWith('verify-api')).map(({ pid }) => pid);
  return gateways.length === REPLICAS ? gateways : undefined;
}

interface Flooded {
  port: number;
  dataDirectory: string;
  /** Process ids. */
  gateways: readonly number[];
  stop(): Promise<void>;
}

async function* measureDriver(driver: string, service: Flooded): AsyncGenerator<Section> {
  try {
    const { port, dataDirectory, gateways } = service;
    const quiet = await createTenant(port, dataDirectory, 0);
    const flooding = await createTenant(port, dataDirectory);
    await askFor(quiet, gateways, QUIET);
    const load = loadavg()[0] ?? 0;
    const rows = [];
    let before = await askFor(quiet, gateways, QUIET);
    for (const flood of Object.keys(FLOODS).filter((name) => name.includes(process.env['FLOODS'] ?? ''))) {
      const during = await whileFlooded(flood, flooding, gateways, () => askFor(quiet, gateways, FLOOD));
      await pause(REST * 1_000);
      const after = await askFor(quiet, gateways, QUIET);
      rows.push(rowOf(flood, together(before, after), during));
      before = after;
    }
    yield { title: `floods of one tenant, verifications of another: ${driver}`, rows, notes: notesOf(load) };
  } finally {
    await service.stop();
  }
}

function notesOf(load: number): string[] {
  return [
    `Another tenant verifies and lists with ${CALLERS} callers, each ${PAUSE} ms after its last answer. ratio: its p99 to that of the quiet rounds right before`,
    'and after; that of burning processes is what a busy machine does by itself. work_ratio: the same of the processor time of the (busiest) gateway’s thread',
    'between request and answer, which hardly depends on what else the machine does. refused: answers of that tenant that were not 200.',
    `busy and stolen: cores of ${cpus().length} in use, and the share that the host gave to others. mb and fds: the peak of the largest gateway.`,
    `Load of the machine before: ${load.toFixed(1)}.`,
  ];
}

interface Flooding {
  round: Round;
  answers: Record<string, number>;
  busy: number;
  stolen: number;
  peak: number;
  descriptors: number;
}

async function whileFlooded(
  flood: string,
  target: FloodTarget,
  gateways: readonly number[],
  work: () => Promise<Round>,
): Promise<Flooding> {
  for (const pid of gateways) forgetPeak(pid);
  let descriptors = 0;
  const count = () => (descriptors = Math.max(descriptors, ...gateways.map(descriptorsOf)));
  const counting = setInterval(count, COUNT);
  const processes = Array.from({ length: flood.startsWith('two') ? 2 : 1 }, () => {
    const child = fork(join(import.meta.dirname, 'flood-process.ts'));
    child.send({ flood, target });
    return child;
  });
  try {
    await pause(BEGINNING * 1_000);
    const before = machineTime();
    const round = await work();
    const after = machineTime();
    const answers = await reportOf(processes[0] as ChildProcess);
    const peak = Math.max(...gateways.map((pid) => peakMegabytes(pid) ?? 0));
    const busy = busyShare(before, after) * cpus().length;
    return { round, answers, busy, stolen: stolenShare(before, after), peak, descriptors };
  } finally {
    clearInterval(counting);
    for (const child of processes) child.kill('SIGKILL');
  }
}

async function reportOf(child: ChildProcess): Promise<Record<string, number>> {
  child.send('report');
  const [answers] = (await once(child, 'message')) as [Record<string, number>];
  return answers;
}

function rowOf(flood: string, quiet: Round, during: Flooding): Section['rows'][number] {
  const { round, answers, busy, stolen, peak, descriptors } = during;
  const rates = Object.entries(answers).map(
    ([status, number]) => `${Math.round(number / (BEGINNING + FLOOD))} of ${status}`,
  );
  return {
    flood,
    ...columnsOf(round, quiet),
    busy,
    stolen,
    mb: peak,
    fds: descriptors,
    'answers a second': rates.join(', ') || '-',
  };
}
