import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toolPath } from '../tools/tools.ts';

const run = promisify(execFile);

/** What promtool found; its message is what promtool printed. */
export class PromtoolError extends Error {
  override readonly name = 'PromtoolError';
}

/**
 * Runs promtool. Its files may be JSON, which is YAML as well.
 * @throws PromtoolError where it finds something.
 * @throws StartError where it has not been built.
 */
export async function promtool(...words: string[]): Promise<void> {
  try {
    await run(toolPath('promtool'), words, { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stdout === undefined) throw error;
    throw new PromtoolError(`promtool ${words.join(' ')}\n${stdout}${stderr ?? ''}`, { cause: error });
  }
}
