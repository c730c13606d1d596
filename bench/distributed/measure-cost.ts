import { setTimeout as pause } from 'node:timers/promises';
import { startLoadGenerator, type LoadGenerator, type LoadOutcome, type LoadTarget } from '../load/load.ts';
import type { Section } from '../section.ts';
import { PATH, REQUEST } from '../verify/verification.ts';
import { ONE } from '../writes/registering.ts';
import type { Launched } from './distributed-service.ts';
import { APPS, type App } from '../../infra/distributed/apps.ts';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { cpuSeconds, databaseSeconds } from '../process-figures.ts';

/** What uses processor time: all processes of each app, the broker, and the database of development. */
const PARTS = [...APPS, 'kafka', 'postgresql'] as const;

/** Seconds of rest. */
const REST = 12;
/** Seconds and callers of a first load, during which code is compiled. */
const WARM_UP = 8;
const WARM_UP_CALLERS = 64;
/** Seconds of each load. */
const LOAD = 10;
/** Seconds for views, dispatcher and log to follow a load. Later work is counted to the next load. */
const FOLLOWING = 3;

interface Load {
  what: string;
  callers: number;
  target: Omit<LoadTarget, 'token'>;
}

const registering = ({ path, body, placeholder }: typeof ONE) => ({ path, body, placeholder });
const WRITES: Load[] = [1, 16, 64].map((callers) => ({
  what: 'register',
  callers,
  target: registering(ONE),
}));
const VERIFICATION: Load = {
  what: 'verify',
  callers: 64,
  target: { path: PATH, body: JSON.stringify(REQUEST) },
};

/** Rows of one service: per second at rest, and per request of each load, after subtracting the use at rest. */
export interface Costs {
  rest: Section['rows'];
  loads: Section['rows'];
}

/** The processor time of a service at rest, of one write and of one verification, in all of its processes. */
export async function measureCost(service: Launched, replicas: number): Promise<Costs> {
  const generator = startLoadGenerator();
  try {
    await warmUp(service, generator);
    const rest = await whileTimed(service.dataDirectory, () => pause(REST * 1_000));
    const aSecond = mapTimes((part) => rest.used[part] / rest.seconds);
    const loads: Section['rows'] = [];
    for (const load of [...WRITES, VERIFICATION]) {
      loads.push({ replicas, ...(await measureLoad(service, generator, load, aSecond)) });
    }
    return { rest: [{ replicas, ...timeColumns(aSecond) }], loads };
  } finally {
    generator.stop();
  }
}

/** The sections of some services' costs. */
export function costSections(title: string, costs: readonly Costs[]): Section[] {
  return [
    {
      title: `${title}: processor time at rest`,
      rows: costs.flatMap(({ rest }) => rest),
      notes: ['Milliseconds a second over all replicas of each app; node_ms is the sum of the apps.'],
    },
    {
      title: `${title}: processor time of one request`,
      rows: costs.flatMap(({ loads }) => loads),
      notes: [
        'Milliseconds for each request, over all replicas, without what the service uses at rest in the same time; with_rest_ms is what',
        'the apps used with it. Where the cores are busy, less is done at rest, and the truth lies between the two. The time until views,',
        'dispatcher and log have followed is counted. The load generator, broker, database and all processes share the cores.',
      ],
    },
  ];
}

async function warmUp(service: Launched, generator: LoadGenerator): Promise<void> {
  for (const load of [...WRITES, VERIFICATION].filter(({ callers }) => callers === WARM_UP_CALLERS)) {
    await run(service, generator, load, WARM_UP);
  }
  await pause(FOLLOWING * 1_000);
}

function run(
  { port, pid, token }: Launched,
  generator: LoadGenerator,
  { callers, target }: Load,
  seconds: number,
): Promise<LoadOutcome> {
  return generator.run({
    port,
    serverPid: pid,
    target: { ...target, token },
    connections: callers,
    warmUp: 0,
    seconds,
  });
}

async function measureLoad(
  service: Launched,
  generator: LoadGenerator,
  load: Load,
  rest: Times,
): Promise<Section['rows'][number]> {
  const { result, seconds, used } = await whileTimed(service.dataDirectory, async () => {
    const outcome = await run(service, generator, load, LOAD);
    await pause(FOLLOWING * 1_000);
    return outcome;
  });
  const requests = Math.max(1, result.requests);
  const each = mapTimes((part) => (used[part] - rest[part] * seconds) / requests);
  return {
    what: load.what,
    callers: load.callers,
    per_second: Math.round(result.perSecond),
    p50_ms: result.p50,
    with_rest_ms: nodeOf(used) / requests,
    ...timeColumns(each),
  };
}

type Times = Record<App | 'kafka' | 'postgresql', number>;

/** The processor time of some work, in milliseconds, and the seconds that it took. */
interface Timed<Result> {
  result: Result;
  seconds: number;
  used: Times;
}

/** Does something, and reads what processor time the processes of a service used meanwhile; zero where the system does not tell. */
async function whileTimed<Result>(
  dataDirectory: string,
  work: () => Promise<Result>,
): Promise<Timed<Result>> {
  const [startedAt, before] = [performance.now(), await readTimes(dataDirectory)];
  const result = await work();
  const [endedAt, after] = [performance.now(), await readTimes(dataDirectory)];
  const used = mapTimes((part) => (after[part] - before[part]) * 1_000);
  return { result, seconds: (endedAt - startedAt) / 1_000, used };
}

/** Columns of a table: the sum over the apps, each app, broker and database. */
function timeColumns(times: Times): Record<string, number> {
  return Object.fromEntries([
    ['node_ms', nodeOf(times)],
    ...PARTS.map((part) => [columnOf(part), times[part]]),
  ]);
}

/** The sum over the apps. */
function nodeOf(times: Times): number {
  return APPS.reduce((sum, app) => sum + times[app], 0);
}

function mapTimes(timeOf: (part: keyof Times) => number): Times {
  return Object.fromEntries(PARTS.map((part) => [part, timeOf(part)])) as Times;
}

/** Seconds so far. */
async function readTimes(dataDirectory: string): Promise<Times> {
  const processes = await readProcessList(dataDirectory);
  return mapTimes((part) => {
    if (part === 'postgresql') return databaseSeconds(dataDirectory, 'development') ?? 0;
    const own = processes.filter(({ name }) => name === part || name.startsWith(`${part} `));
    return cpuSeconds(own.map(({ pid }) => pid)) ?? 0;
  });
}

function columnOf(part: keyof Times): string {
  return `${part.replace('-', '_')}_ms`;
}
