import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from '../section.ts';

const CLIENT = 'clients/cli/dist/rvs.js';
const ROUNDS = 25;

/** The measured commands, as words behind `rvs`; null for a file that does nothing. */
const STARTED: Readonly<Record<string, readonly string[] | null>> = {
  'bare Node.js': null,
  'rvs --version': ['--version'],
  'rvs records list --help': ['records', 'list', '--help'],
  'rvs profile list': ['profile', 'list'],
};

/** Measures the least time of a call of the client, beside that of Node itself, and the size of its package. */
export function measureCli(directory: string): Section {
  mkdirSync(directory, { recursive: true });
  const nothing = join(directory, 'nothing.mjs');
  writeFileSync(nothing, '');
  const env = { PATH: process.env['PATH'], RVS_CONFIG_DIR: directory };
  const times = new Map<string, number[]>(Object.keys(STARTED).map((name) => [name, []]));
  // One of each in turn, so that other load of the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, words] of Object.entries(STARTED)) {
      const startedAt = performance.now();
      execFileSync(process.execPath, words === null ? [nothing] : [CLIENT, ...words], { env });
      times.get(name)?.push(performance.now() - startedAt);
    }
  }
  const bare = median(times.get('bare Node.js') ?? []);
  const rows = [...times].map(([what, own]) => ({
    what,
    value: median(own),
    unit: 'ms',
    'to bare': median(own) / bare,
  }));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '-w', 'clients/cli', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
    }),
  ) as { size: number; unpackedSize: number }[];
  const size = (what: string, bytes = 0) => ({ what, value: bytes / 1_000, unit: 'kB', 'to bare': null });
  return {
    title: 'the command-line client',
    rows: [...rows, size('tarball', packed?.size), size('installed', packed?.unpackedSize)],
    notes: [`Medians of ${ROUNDS} starts, each in turn.`],
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
