import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { ClaimFailed } from '../report.ts';
import { runProgram } from '../run-program.ts';
import { CACHE, buildTool, type ToolName } from '../tools/tools.ts';

/** Debian's packages with the programs that the test needs. */
const PACKAGES = 'docker.io containernetworking-plugins debootstrap iptables nftables';

interface EngineTest {
  run(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a test that needs root and programs of this machine, and ends with a sentence where something is missing or does
 * not hold. Whatever the test starts ends with this process.
 * @param make answers the test, for a folder in which images, logs and data are kept from run to run.
 */
export async function runOnEngine(
  name: string,
  programs: readonly string[],
  tools: readonly ToolName[],
  make: (folder: string) => EngineTest,
): Promise<void> {
  const folder = join(CACHE, 'engine');
  let test: EngineTest | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= test?.stop() ?? Promise.resolve());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    await requirePrograms(name, ['dockerd', 'docker', 'debootstrap', 'unshare', ...programs]);
    for (const tool of ['debian', ...tools] as const) await buildTool(tool);
    await mkdir(join(folder, 'docker'), { recursive: true });
    test = make(folder);
    await test.run();
  } catch (error) {
    if (!(error instanceof ClaimFailed) && !(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (test !== undefined) process.stderr.write(`The logs are in ${folder}.\n`);
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

async function requirePrograms(test: string, programs: readonly string[]): Promise<void> {
  const needs = `npm run ${test} needs Linux, root and Debian’s ${PACKAGES}`;
  if (process.getuid?.() !== 0) throw new StartError(`${needs}; this user is not root.`);
  for (const program of programs) {
    const { code } = await runProgram('sh', ['-c', 'command -v "$0"', program]);
    if (code !== 0) throw new StartError(`${needs}; there is no ${program}.`);
  }
}
