import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { requireThat } from '../report.ts';
import type { ServiceProcess } from './service-process.ts';

/** Files that a restored copy is started without. */
const OF_THE_ORIGINAL = ['signing-keys.json', 'sealing-keys', 'checkpoint'];

/** Copies a data directory without the files that only the original may have. */
export async function copyWithoutKeys(from: string, to: string): Promise<void> {
  const filter = (file: string) => !OF_THE_ORIGINAL.some((name) => file.endsWith(`/${name}`));
  await cp(from, to, { recursive: true, filter });
}

/** Checks that a copy verifies and changes nothing. @param recordId of one of its records. */
export async function requireIdle(copy: ServiceProcess, recordId: string): Promise<void> {
  requireThat(!(await copy.isReady()), 'a copy is not ready');
  requireThat((await copy.metric('rvs_restored_copy')) === 1, 'a metric tells of the copy');
  const verified = await copy.ask('verify', 'POST', '/v1/records/verify', { record_id: recordId });
  requireThat(verified.body.error?.code === 'service.restored_copy', 'a copy verifies nothing');
  const written = await copy.ask('admin', 'POST', '/v1/authorities', {});
  requireThat(written.body.error?.code === 'service.restored_copy', 'a copy changes nothing');
}

/** Checks the stored data with `scrub` and `check-history`. @returns the first line of each one’s output. */
export async function requireWhole(copy: ServiceProcess): Promise<string[]> {
  const said: string[] = [];
  for (const check of ['scrub', 'check-history']) {
    const { code, output } = await copy.command(`verify-api/commands/${check}.js`);
    requireThat(code === 0, `${check} finds nothing: ${output}`);
    said.push(`${check}: ${output.split('\n')[0] ?? ''}`);
  }
  return said;
}

/** Checks that a copy made none of the files that it was started without. */
export async function requireNoKeys(dataDirectory: string): Promise<void> {
  const names = await readdir(join(dataDirectory, 'development'));
  const made = names.filter((name) => OF_THE_ORIGINAL.includes(name));
  requireThat(made.length === 0, `a copy makes no keys and no checkpoints: ${made.join()}`);
}
