import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@service/testing';

/** Milliseconds for a block, which may start some programs on a busy machine. */
const PATIENCE = 60_000;
/** Marks what failed: functions and pipelines too. Forgets the service that the tester's own shell has chosen. */
const STRICT = `unset \${!SERVICE_@}\nset -E -o pipefail\ntrap 'echo "FAILED: $BASH_COMMAND"' ERR\n`;

/** One bash, to which blocks are given one after the other as a person pastes them. */
export class ShellSession {
  private printed = '';
  private blocks = 0;

  private constructor(
    private readonly shell: ChildProcess,
    private readonly folder: string,
  ) {
    for (const stream of [shell.stdout, shell.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    }
  }

  static async start(env: NodeJS.ProcessEnv): Promise<ShellSession> {
    const folder = await mkdtemp(join(tmpdir(), 'shell-'));
    // A process group of its own, with which the programs end that its blocks leave running.
    const shell = spawn('bash', ['--norc', '--noprofile'], { env, detached: true });
    shell.stdin.write(STRICT);
    return new ShellSession(shell, folder);
  }

  /** Runs a block to its end, and waits until it has printed what is expected, maybe by a program that it left running.
   *  @returns what was printed. */
  async run(block: string, expected: readonly RegExp[] = []): Promise<string> {
    const file = join(this.folder, `${(this.blocks += 1)}.sh`);
    await writeFile(file, block);
    this.printed = '';
    const end = `end of block ${this.blocks}`;
    this.shell.stdin?.write(`. ${file} < /dev/null\necho '${end}'\n`);
    await eventually(
      () => {
        if (!this.printed.includes(end)) throw new Error(`It did not end: ${this.printed}`);
        const missing = expected.filter((line) => !line.test(this.printed));
        if (missing.length > 0) throw new Error(`${String(missing)} is missing in: ${this.printed}`);
      },
      { timeout: PATIENCE },
    );
    return this.printed.replace(`${end}\n`, '');
  }

  async end(): Promise<void> {
    const exited = once(this.shell, 'exit');
    process.kill(-(this.shell.pid as number), 'SIGKILL');
    await exited;
    await rm(this.folder, { recursive: true });
  }
}
