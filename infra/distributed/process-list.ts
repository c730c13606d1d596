import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecretFile } from '@service/platform/data-directory';
import { isFromEarlierBoot, waitForEnd } from '../processes.ts';

/** A process of the service, listed so that a person or a test can end it. */
export interface ListedProcess {
  /** `record-store 1`, `kafka`. */
  name: string;
  pid: number;
  /** URL of health and metrics. */
  adminUrl?: string;
}

/** Milliseconds for the processes of a killed start to end by themselves. */
const ORPHAN_TIMEOUT = 20_000;

/** The file in a data directory that lists the processes of its service. */
function processListFile(dataDirectory: string): string {
  return join(dataDirectory, 'processes.json');
}

/** The listed processes, first the one that started the others; none where nothing runs. */
export async function readProcessList(dataDirectory: string): Promise<ListedProcess[]> {
  const text = await readFile(processListFile(dataDirectory), 'utf8').catch(() => '[]');
  return JSON.parse(text) as ListedProcess[];
}

/** Writes the file atomically. */
export async function writeProcessList(dataDirectory: string, processes: ListedProcess[]): Promise<void> {
  await writeSecretFile(processListFile(dataDirectory), `${JSON.stringify(processes, null, 2)}\n`);
}

/** Removes the file once nothing runs. */
export async function forgetProcessList(dataDirectory: string): Promise<void> {
  await rm(processListFile(dataDirectory), { force: true });
}

/** Waits for the processes of a killed start: they end by themselves, and hold their ports until then. */
export async function waitForOrphans(dataDirectory: string): Promise<void> {
  const processes = await readProcessList(dataDirectory);
  if (processes.length === 0 || (await isFromEarlierBoot(processListFile(dataDirectory)))) return;
  await waitForEnd(
    processes.map(({ pid }) => pid),
    ORPHAN_TIMEOUT,
  );
}

/** The processes as text for the terminal, one a line. */
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
