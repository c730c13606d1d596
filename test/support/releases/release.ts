import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const KEPT = resolve('docs/releases');
const SUMS = 'SHA256SUMS';

/** The newest of `docs/releases` whose processes are kept; undefined before the first release. */
export function newestRelease(): string | undefined {
  return readdirSync(KEPT)
    .filter((name) => existsSync(join(KEPT, name, SUMS)))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);
}

/** Unpacks the processes of a kept release into a folder. @throws Error where a file of the release is not as it was kept. */
export async function unpackRelease(version: string, folder: string): Promise<void> {
  const files = new Map(
    readFileSync(join(KEPT, version, SUMS), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const name = line.slice(66);
        const bytes = readFileSync(join(KEPT, version, name));
        if (createHash('sha256').update(bytes).digest('hex') !== line.slice(0, 64))
          throw new Error(`${name} of release ${version} is not as it was kept.`);
        return [name, bytes] as const;
      }),
  );
  const archive = files.get('processes.tar.br');
  if (archive === undefined) throw new Error(`Release ${version} has no processes.`);
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(tar, 'exit');
  await pipeline(Readable.from([archive]), createBrotliDecompress(), tar.stdin);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The processes of ${version} could not be unpacked.`);
}

/** Puts what an image of the present state has into a folder, with one more migration of the record store. */
export async function makeNextVersion(folder: string, migration: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/image-files.mjs', folder]);
  const name = '9000000000000-next.sql';
  writeFileSync(join(folder, 'apps/record-store/migrations', name), migration);
  const list = /schema: "record_store",\s+directory: .+,\s+files: \[/;
  const [program, ...others] = globSync(join(folder, 'dist/chunks/*.js')).filter((file) =>
    list.test(readFileSync(file, 'utf8')),
  );
  if (program === undefined || others.length > 0)
    throw new Error('The bundle does not list migrations as it did.');
  writeFileSync(
    program,
    readFileSync(program, 'utf8').replace(list, (found) => `${found}"${name}", `),
  );
}
