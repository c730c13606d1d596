import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes of a service without databases: the first one, and its child processes with the same program. */
export function serviceProcesses(first: number): number[] {
  return [
    first,
    ...childrenOf(first).filter((pid) => read(`/proc/${pid}/comm`) === read(`/proc/${first}/comm`)),
  ];
}

/** Seconds of processor time that processes have used; null where the system does not tell. */
export function cpuSeconds(pids: readonly number[]): number | null {
  return sum(pids.flatMap((pid) => threadsOf(pid).map((thread) => threadSeconds(pid, thread))));
}

/** Seconds of processor time that a thread of a process has used, by default its first one. */
export function threadSeconds(pid: number, thread = String(pid)): number | null {
  // In nanoseconds, whereas the times of `stat` are in hundredths of a second.
  const figures = read(`/proc/${pid}/task/${thread}/schedstat`);
  return figures === null ? null : Number(figures.split(' ')[0]) / 1e9;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Megabytes of a service's processes; pages that they share are counted once. */
export function serviceMegabytes(first: number): number | null {
  return proportionalMegabytes(serviceProcesses(first));
}

/**
 * Megabytes of an environment's database server with all its backends; shared pages are counted once, which
 * the sum of resident sizes would not do.
 */
export function databaseMegabytes(dataDirectory: string, environment: string): number | null {
  const processes = databaseProcesses(dataDirectory, environment);
  return processes.length === 0 ? null : proportionalMegabytes(processes);
}

/** An environment's database server and its backends; empty if it does not run. */
function databaseProcesses(dataDirectory: string, environment: string): number[] {
  const file = read(join(dataDirectory, environment, 'postgres', 'postmaster.pid'));
  if (file === null) return [];
  const postmaster = Number(file.split('\n')[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

/** Seconds of processor time that an environment's database server has used, with the backends that have ended. */
export function databaseSeconds(dataDirectory: string, environment: string): number | null {
  const processes = databaseProcesses(dataDirectory, environment);
  const [postmaster] = processes;
  if (postmaster === undefined) return null;
  const stat = read(`/proc/${postmaster}/stat`) ?? '';
  // Fields 16 and 17: hundredths of a second in user and system mode of children that have ended.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return sum([cpuSeconds(processes), ((user ?? 0) + (system ?? 0)) / 100]);
}

/** Megabytes that a process has had in memory at most, since its start or since `forgetPeak`. */
export function peakMegabytes(pid: number): number | null {
  return megabytes(read(`/proc/${pid}/status`), /^VmHWM:\s+(\d+) kB/m);
}

/** Begins the peak of a process anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Descriptors that a process has open. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The machine's processor time so far, in hundredths of a second: that nobody used, and that its host gave to others. */
export interface MachineTime {
  all: number;
  idle: number;
  stolen: number;
}

export function machineTime(): MachineTime {
  const figures = (read('/proc/stat') ?? '').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? [];
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = figures;
  return { all: figures.reduce((sum, each) => sum + each, 0), idle: idle + waiting, stolen };
}

/** The share of the machine that its host gave to others between two readings. */
export function stolenShare(before: MachineTime, after: MachineTime): number {
  return (after.stolen - before.stolen) / (after.all - before.all);
}

/** The share of the machine that somebody used between two readings, its host's others included. */
export function busyShare(before: MachineTime, after: MachineTime): number {
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function proportionalMegabytes(pids: readonly number[]): number | null {
  return sum(pids.map((pid) => megabytes(read(`/proc/${pid}/smaps_rollup`), /^Pss:\s+(\d+) kB/m)));
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((all, each) => (all === null || each === null ? null : all + each), 0);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const stat = read(`/proc/${pid}/stat`);
    return stat !== null && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  });
}

function megabytes(text: string | null, pattern: RegExp): number | null {
  const kilobytes = text === null ? undefined : pattern.exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
