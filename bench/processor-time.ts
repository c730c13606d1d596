import {
  cpuSeconds,
  databaseSeconds,
  machineTime,
  serviceProcesses,
  stolenShare,
} from './process-figures.ts';
import type { ServiceProcess } from './service-process.ts';

/** What some work took of the machine. Null where the system does not tell. */
export interface Used<Result> {
  result: Result;
  seconds: number;
  /** Milliseconds of processor time, of the service and of the database of development. */
  nodeMs: number | null;
  postgresqlMs: number | null;
  /** The share of the machine that its host gave to others meanwhile. */
  stolen: number;
}

/** Does something, and reads what processor time the service and its database used meanwhile. */
export async function whileMeasured<Result>(
  { pid }: Pick<ServiceProcess, 'pid'>,
  dataDirectory: string,
  work: () => Promise<Result>,
): Promise<Used<Result>> {
  const node = serviceProcesses(pid);
  const read = () => ({
    node: cpuSeconds(node),
    postgresql: databaseSeconds(dataDirectory, 'development'),
    machine: machineTime(),
    at: performance.now(),
  });
  const before = read();
  const result = await work();
  const after = read();
  const used = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) * 1_000;
  return {
    result,
    seconds: (after.at - before.at) / 1_000,
    nodeMs: used(before.node, after.node),
    postgresqlMs: used(before.postgresql, after.postgresql),
    stolen: stolenShare(before.machine, after.machine),
  };
}
