import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runProgram, type Outcome } from './run-program.js';

/** Runs a program on some words. */
type Program = (...words: string[]) => Promise<Outcome>;

const SOURCES = join(import.meta.dirname, '..');
const CACHE = resolve('node_modules/.cache/interop');
const FSCK = 'github.com/transparency-dev/tessera/cmd/fsck@v1.0.4';

/** Why a program cannot be had here. */
class NotAtHand extends Error {}

/** The checker of bundles, in Go; null where it cannot be had here, which is said. */
export function bundleChecker(): Promise<Program | null> {
  return orLeftOut('the checker of bundles in Go', async () => {
    const cwd = join(SOURCES, 'go');
    await must('go', ['mod', 'download'], { cwd, env: GO });
    const binary = join(CACHE, 'check-bundle');
    const built = await runProgram('go', ['build', '-o', binary, '.'], { cwd, env: GO });
    if (built.code !== 0) throw new Error(built.stderr);
    return (...words) => runProgram(binary, words);
  });
}

/** Tessera's checker of logs; null where it cannot be had here, which is said. */
export function logChecker(): Promise<Program | null> {
  return orLeftOut('Tessera’s checker of logs', async () => {
    const folder = join(CACHE, FSCK.slice(FSCK.lastIndexOf('/') + 1));
    const binary = join(folder, 'fsck');
    if (!existsSync(binary)) await must('go', ['install', FSCK], { env: { ...GO, GOBIN: folder } });
    return (...words) => runProgram(binary, words);
  });
}

/** The checker of answers, in Python; null where it cannot be had here, which is said. */
export function answerChecker(): Promise<Program | null> {
  return orLeftOut('the checker of answers in Python', async () => {
    const requirements = join(SOURCES, 'python/requirements.txt');
    const { stdout: version } = await must('python3', ['--version']);
    const name = createHash('sha256')
      .update(version)
      .update(await readFile(requirements));
    const packages = join(CACHE, `python-${name.digest('hex')}`);
    if (!existsSync(packages)) await installPackages(requirements, packages);
    const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
    const script = join(SOURCES, 'python/check_answer.py');
    return (...words) => runProgram('python3', [script, ...words], { env });
  });
}

/** Nothing is written beside the sources. */
const GO = { GOFLAGS: '-mod=readonly -buildvcs=false' };

/** The folder appears when it is whole: what was cut off is fetched again. */
async function installPackages(requirements: string, folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  const words = ['install', '--quiet', '--root-user-action=ignore', '--retries=1', '--target', unfinished];
  await must('python3', ['-m', 'pip', ...words, '--requirement', requirements]);
  await rename(unfinished, folder);
}

async function orLeftOut(name: string, prepare: () => Promise<Program>): Promise<Program | null> {
  try {
    await mkdir(CACHE, { recursive: true });
    return await prepare();
  } catch (error) {
    if (!(error instanceof NotAtHand)) throw error;
    process.stderr.write(`Left out: ${name}: ${error.message}\n`);
    return null;
  }
}

/** Runs what needs a tool, or a registry. @throws {NotAtHand} where either is not there. */
async function must(
  program: string,
  words: string[],
  options?: Parameters<typeof runProgram>[2],
): Promise<Outcome> {
  const outcome = await runProgram(program, words, options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NotAtHand(`it needs ${program}, which is not here.`) : error;
  });
  if (outcome.code === 0) return outcome;
  const reason = outcome.stderr.trimEnd().split('\n').at(-1) ?? '';
  throw new NotAtHand(`${program} ${words.slice(0, 3).join(' ')} failed: ${reason}`);
}
