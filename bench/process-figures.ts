import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CLOCK_TICKS = 100;

/** Seconds of processor time that a process has used; null where the system does not tell. */
export function cpuSeconds(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

/** Resident megabytes of a process. */
export function residentMegabytes(pid: number): number | null {
  return megabytes(read(`/proc/${pid}/status`), /^VmRSS:\s+(\d+) kB/m);
}

/**
 * Megabytes of an environment's database server with all its backends; shared pages are counted once, which
 * the sum of resident sizes would not do.
 */
export function databaseMegabytes(dataDirectory: string, environment: string): number | null {
  const file = read(join(dataDirectory, environment, 'postgres', 'postmaster.pid'));
  if (file === null) return null;
  const postmaster = Number(file.split('\n')[0]);
  const own = [postmaster, ...childrenOf(postmaster)].map((pid) =>
    megabytes(read(`/proc/${pid}/smaps_rollup`), /^Pss:\s+(\d+) kB/m),
  );
  return own.reduce<number | null>((sum, each) => (sum === null || each === null ? sum : sum + each), 0);
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
