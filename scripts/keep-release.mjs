// Packs the processes of a built tree into docs/releases/<version>/processes.tar.br, from which the tests of an upgrade run
// them beside those of the next state: see docs/releases/README.md.
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliCompress } from 'node:zlib';

const run = promisify(execFile);
/** Bytes over which a repeated piece is found: all of the archive. */
const WINDOW_BITS = 24;
/** Without these, an archive of the same files would be another one. */
const SAME_EACH_TIME = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];

const [version, tree = '.'] = process.argv.slice(2);
if (version === undefined) {
  console.error('Use: npm run release:keep -- <version> [<folder of the built tree>]');
  process.exit(2);
}
const target = resolve('docs/releases', version, 'processes.tar.br');
const folder = await mkdtemp(join(tmpdir(), 'release-'));
try {
  await run(process.execPath, [resolve(import.meta.dirname, 'image-files.mjs'), folder], { cwd: tree });
  // Release 0.2.0-rc.1 reads its version there.
  for await (const file of glob('apps/*/package.json', { cwd: tree }))
    await cp(join(tree, file), join(folder, file));
  await mkdir(dirname(target), { recursive: true });
  const tar = spawn('tar', [...SAME_EACH_TIME, '-C', folder, '-c', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS };
  await pipeline(tar.stdout, createBrotliCompress({ params }), createWriteStream(target));
} finally {
  await rm(folder, { recursive: true });
}
console.log(`${target} is written.`);
