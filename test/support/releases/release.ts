import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** Where the programs of a state of the service are, in `dist`. */
export interface Release {
  name: string;
  folder: string;
}

/** The state that is tested. */
export const PRESENT: Release = { name: 'new', folder: resolve('.') };

/** Unpacks the programs of a release from docs/releases; `removeRelease` removes them. */
export async function unpackRelease(version: string): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), `release-${version}-`));
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(tar, 'exit');
  const archive = createReadStream(resolve('docs/releases', version, 'processes.tar.br'));
  await pipeline(archive, createBrotliDecompress(), tar.stdin);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The programs of ${version} could not be unpacked.`);
  return { name: 'old', folder };
}

export async function removeRelease({ folder }: Release): Promise<void> {
  await rm(folder, { recursive: true });
}
