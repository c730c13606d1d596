import { readFileSync, readdirSync } from 'node:fs';

/** Ids of the living processes that work on a data directory: their command line or environment names it (Linux). */
export function processesOn(dataDirectory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid))
    .filter(
      (pid) =>
        textOf(pid, 'cmdline').includes(dataDirectory) || textOf(pid, 'environ').includes(dataDirectory),
    );
}

/** The id of the process of one environment of a service. */
export function processOf(environment: string, supervisor: number): number {
  const [found] = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((pid) => textOf(pid, 'environ').split('\0').includes(`ENVIRONMENT=${environment}`));
  if (found === undefined) throw new Error(`No process of ${environment} runs.`);
  return found;
}

function isAlive(pid: number): boolean {
  const stat = textOf(pid, 'stat');
  return stat !== '' && !/^.*\) [ZX] /s.test(stat);
}

/** Empty where the process has ended meanwhile. */
function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
