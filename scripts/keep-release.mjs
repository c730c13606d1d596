// Keeps what later states are compared with and upgraded from, in docs/releases/<version>: see docs/releases/README.md.
import { execFile, spawn } from 'node:child_process';
import { appendFileSync, createWriteStream, existsSync, globSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliCompress } from 'node:zlib';
import { RELEASE } from '@service/platform/release';
import { describeInterface } from '@service/verify-api';
import { digestLine, readDigestList } from './digest-list.mjs';

/** Without these, an archive of the same files would be another one. */
const SAME_EACH_TIME = [
  '--sort=name',
  '--mtime=@0',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=go=u-w',
];
/** Of the image’s files, those that no process needs: the SBOM has the time at which it was made. */
const LEFT_OUT = ['./clients', './apps/console', './sbom.json', './dist/.*'];
/** The window is the whole archive: it is read once for each run of the test, and stored in every clone. */
const SMALLEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };

if (process.argv[2] !== RELEASE) {
  console.error(`Use: npm run release:keep -- ${RELEASE}, which is the version of this state.`);
  process.exit(2);
}
const target = join('docs/releases', RELEASE);
if (existsSync(target)) {
  console.error(`${target} is there, and never changes.`);
  process.exit(1);
}
await mkdir(target);
try {
  for (const [name, text] of Object.entries(describeInterface()))
    writeFileSync(join(target, `${name}.json`), `${JSON.stringify(JSON.parse(text), null, 1)}\n`);
  await packProcesses(join(target, 'processes.tar.br'));
  writeFileSync(join(target, 'SHA256SUMS'), globSync(join(target, '*.*')).sort().map(digestLine).join(''));
} catch (error) {
  await rm(target, { recursive: true });
  throw error;
}
// A listed file stays as it is listed, so that `npm run check` finds one that was changed.
for (const file of globSync('{apps,libs}/*/migrations/*.sql').sort()) {
  const list = join(dirname(file), 'SHA256SUMS');
  if (!readDigestList(list).some(([name]) => name === basename(file))) appendFileSync(list, digestLine(file));
}
console.log(`${target} is written, and every migration is listed.`);

/** What the processes of an image read. */
async function packProcesses(archive) {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  try {
    await promisify(execFile)(process.execPath, ['scripts/image-files.mjs', folder]);
    const words = [
      ...SAME_EACH_TIME,
      ...LEFT_OUT.map((each) => `--exclude=${each}`),
      '-C',
      folder,
      '-c',
      '.',
    ];
    const tar = spawn('tar', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => tar.once('exit', resolve));
    await pipeline(tar.stdout, createBrotliCompress({ params: SMALLEST }), createWriteStream(archive));
    if ((await ended) !== 0) throw new Error('The processes were not packed.');
  } finally {
    await rm(folder, { recursive: true });
  }
}
