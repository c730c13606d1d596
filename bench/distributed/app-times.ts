import { APPS, type App } from '../../infra/distributed/apps.ts';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { cpuSeconds, databaseSeconds } from '../process-figures.ts';

/** What uses processor time: all processes of each app, the broker, and the database of development. */
const PARTS = [...APPS, 'kafka', 'postgresql'] as const;
export type Times = Record<App | 'kafka' | 'postgresql', number>;

/** The processor time of some work, in milliseconds, and the seconds that it took. */
export interface Timed<Result> {
  result: Result;
  seconds: number;
  used: Times;
}

/** Does something, and reads what processor time the processes of a service used meanwhile; zero where the system does not tell. */
export async function whileTimed<Result>(
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
export function timeColumns(times: Times): Record<string, number> {
  return Object.fromEntries([
    ['node_ms', nodeOf(times)],
    ...PARTS.map((part) => [columnOf(part), times[part]]),
  ]);
}

/** The sum over the apps. */
export function nodeOf(times: Times): number {
  return APPS.reduce((sum, app) => sum + times[app], 0);
}

export function mapTimes(timeOf: (part: keyof Times) => number): Times {
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
