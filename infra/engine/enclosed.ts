import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StartError } from '@service/platform/errors';
import { endProcess } from '@service/platform/processes';
import { waitForEnd } from '../processes.ts';
import { runProgram } from '../run-program.ts';

/** Milliseconds in which all that it started ends. */
const PATIENCE = 20_000;

/**
 * A script that runs with its own process ids, its own mounts and, if wanted, its own network. What it starts ends with the
 * script, and the script ends with this process, also after `kill -9`.
 */
export class Enclosed {
  private readonly child: ChildProcess;
  private readonly cgroup: string;

  private constructor(child: ChildProcess, cgroup: string) {
    this.child = child;
    this.cgroup = cgroup;
  }

  /**
   * Resolves when the script has written READY.
   * @param log named where it ends before. @param cgroup whose groups it makes.
   * @throws StartError where it does.
   */
  static async start(
    script: string,
    words: readonly string[],
    { network, log, cgroup }: { network: boolean; log: string; cgroup: string },
  ): Promise<Enclosed> {
    await removeGroups(cgroup);
    const own = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...(network ? ['--net'] : [])];
    const all = ['--pdeathsig', 'KILL', '--', 'unshare', ...own, 'bash', script, ...words];
    const child = spawn('setpriv', all, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout as Readable);
    for await (const line of lines) if (line === 'READY') return new Enclosed(child, cgroup);
    throw new StartError(`${script} ended before it was ready; read ${log}.`);
  }

  /** A command that runs a program in its network. */
  inside(...command: string[]): string[] {
    return ['nsenter', `--net=/proc/${this.child.pid}/ns/net`, '--', ...command];
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    const first = await readFile(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8').catch(
      () => '',
    );
    await endProcess(this.child, 'SIGKILL');
    await waitForEnd(first.trim().split(' ').filter(Boolean).map(Number), PATIENCE);
    await removeGroups(this.cgroup);
  }
}

/** Removes the groups that are left when their processes have ended, here or in a run that was killed. */
async function removeGroups(name: string): Promise<void> {
  const script = 'for group in /sys/fs/cgroup/*/"$0"; do find "$group" -depth -type d -exec rmdir {} +; done';
  await runProgram('sh', ['-c', script, name]);
}
