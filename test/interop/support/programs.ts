import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
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
  return pythonProgram('the checker of answers in Python', 'check_answer.py', 'requirements.txt');
}

/** Where Python finds our client and what it needs; null where that cannot be had here, which is said. */
export function pythonClient(): Promise<string | null> {
  return orLeftOut('the client in Python', async () => {
    const packages = await pythonPackages('client-requirements.txt');
    return `${packages}:${resolve('clients/python/src')}`;
  });
}

/** A client of MCP, in Python; null where it cannot be had here, which is said. */
export function pythonMcpClient(): Promise<Program | null> {
  return pythonProgram('the client of MCP in Python', 'mcp_client.py', 'mcp-requirements.txt');
}

/** The command of the MCP Inspector; null where it cannot be had here, which is said. */
export function mcpInspector(): Promise<Program | null> {
  return orLeftOut('the MCP Inspector', async () => {
    const files = ['package.json', 'package-lock.json', '.npmrc'].map((name) =>
      join(SOURCES, 'inspector', name),
    );
    const folder = await fetched('inspector', process.version, files, async (unfinished) => {
      await mkdir(unfinished, { recursive: true });
      for (const file of files) await copyFile(file, join(unfinished, basename(file)));
      const words = ['ci', '--loglevel=error', '--fetch-retries=0', '--prefix', unfinished];
      words.push('--ignore-scripts', '--omit=optional', '--prefer-offline');
      await must('npm', words, { cwd: unfinished });
    });
    const command = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js');
    return (...words) => runProgram(process.execPath, [command, ...words]);
  });
}

function pythonProgram(name: string, script: string, requirementsFile: string): Promise<Program | null> {
  return orLeftOut(name, async () => {
    const packages = await pythonPackages(requirementsFile);
    const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
    return (...words) => runProgram('python3', [join(SOURCES, 'python', script), ...words], { env });
  });
}

/** The folder of Python’s packages that a file pins. */
async function pythonPackages(requirementsFile: string): Promise<string> {
  const requirements = join(SOURCES, 'python', requirementsFile);
  const { stdout: version } = await must('python3', ['--version']);
  return fetched('python', version, [requirements], async (unfinished) => {
    const words = ['install', '--quiet', '--root-user-action=ignore', '--retries=1', '--target', unfinished];
    await must('python3', ['-m', 'pip', ...words, '--requirement', requirements]);
  });
}

/** Nothing is written beside the sources. */
const GO = { GOFLAGS: '-mod=readonly -buildvcs=false' };

/**
 * The folder of packages for some version of a program and some files that pin them, which are fetched if it is not there.
 * It appears when it is whole: what was cut off is fetched again.
 */
async function fetched(
  kind: string,
  version: string,
  pins: readonly string[],
  fetch: (folder: string) => Promise<void>,
): Promise<string> {
  const name = createHash('sha256').update(version);
  for (const file of pins) name.update(await readFile(file));
  const folder = join(CACHE, `${kind}-${name.digest('hex')}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  await fetch(unfinished);
  await rename(unfinished, folder);
  return folder;
}

async function orLeftOut<Value>(name: string, prepare: () => Promise<Value>): Promise<Value | null> {
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
  const lines = outcome.stderr.trimEnd().split('\n');
  // npm ends with where its log is.
  const reason = lines.find((line) => line.startsWith('npm error code')) ?? lines.at(-1) ?? '';
  throw new NotAtHand(`${program} ${words.slice(0, 3).join(' ')} failed: ${reason}`);
}
