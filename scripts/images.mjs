// Pins the images of infra/images.env by the digests that their registry answers, or checks that pinned images
// still exist. An image whose registry cannot be reached is skipped, with a message.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FILE = 'infra/images.env';
const ENTRY = /^(\w+)=([^@\s]+)(?:@(sha256:[0-9a-f]{64}))?$/;

const [action = 'check'] = process.argv.slice(2);
if (action !== 'pin' && action !== 'check') {
  console.error('Use: npm run images -- pin, or check');
  process.exit(2);
}

const lines = readFileSync(FILE, 'utf8').split('\n');
const pinned = [];
const problems = [];
for (const line of lines) {
  const [, name, image, digest] = ENTRY.exec(line) ?? [];
  if (name === undefined) {
    if (line !== '' && !line.startsWith('#'))
      problems.push(`${FILE} has a line that names no image: ${line}`);
    pinned.push(line);
    continue;
  }
  const found = await digestOf(image);
  if (found === null) {
    console.log(
      `${image}: skipped, no registry can be reached from here${digest ? '' : '; it is not pinned'}.`,
    );
    pinned.push(line);
    continue;
  }
  if (action === 'check' && digest === undefined)
    problems.push(`${image} is not pinned: npm run images -- pin`);
  // A tag may move on; the pinned image must still be there.
  else if (action === 'check' && (await digestOf(`${image}@${digest}`)) !== digest)
    problems.push(`${image}@${digest} is gone: npm run images -- pin`);
  pinned.push(`${name}=${image}@${found}`);
}
if (action === 'pin') writeFileSync(FILE, pinned.join('\n'));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The digest of an image in its registry; null where none can be reached. */
async function digestOf(image) {
  const words = ['buildx', 'imagetools', 'inspect', image, '--format', '{{json .Manifest.Digest}}'];
  const said = await run('docker', words, { timeout: 30_000 }).catch(() => null);
  const digest = said === null ? null : /sha256:[0-9a-f]{64}/.exec(said.stdout)?.[0];
  return digest ?? null;
}
