import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecretFile } from '@service/platform/data-directory';
import { isFromEarlierBoot, waitForEnd } from '../processes.ts';

/** A process of the service, as a person or a test may want to end it. */
export interface ListedProcess {
  /** `record-store 1`, `kafka`. */
  name: string;
  pid: number;
  /** Of health and metrics. */
  adminUrl?: string;
}

/** Milliseconds for the processes of a start that was killed to end by themselves. */
const ORPHAN_TIMEOUT = 20_000;

/** The file of a data directory that names the processes of the service on it. */
function processListFile(dataDirectory: string): string {
  return join(dataDirectory, 'processes.json');
}

/** The processes that the file names, the one that started them first; none where nothing runs. */
export async function readProcessList(dataDirectory: string): Promise<ListedProcess[]> {
  const text = await readFile(processListFile(dataDirectory), 'utf8').catch(() => '[]');
  return JSON.parse(text) as ListedProcess[];
}

/** Writes the file, all at once. */
export async function writeProcessList(dataDirectory: string, processes: ListedProcess[]): Promise<void> {
  await writeSecretFile(processListFile(dataDirectory), `${JSON.stringify(processes, null, 2)}\n`);
}

/** Removes the file once nothing runs any more. */
export async function forgetProcessList(dataDirectory: string): Promise<void> {
  await rm(processListFile(dataDirectory), { force: true });
}

/** Waits for the processes that a killed start left behind: they end by themselves, and hold their ports until then. */
export async function waitForOrphans(dataDirectory: string): Promise<void> {
  const processes = await readProcessList(dataDirectory);
  if (processes.length === 0 || (await isFromEarlierBoot(processListFile(dataDirectory)))) return;
  await waitForEnd(
    processes.map(({ pid }) => pid),
    ORPHAN_TIMEOUT,
  );
}

/** The processes for the terminal, one a line. */
export function processTable(processes: readonly ListedProcess[]): string {
  const rows = [
    ['process', 'pid', 'health and metrics'],
    ...processes.map(({ name, pid, adminUrl }) => [name, String(pid), adminUrl ?? '']),
  ];
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), 0];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
