import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { RVS, type CommandOutcome } from './evidence-commands.js';

/** The command-line client with a folder of logins of its own. */
export class CommandLine {
  /** @param config the folder of its logins. @param cwd where it runs. */
  constructor(
    private readonly config: string,
    private readonly cwd: string,
  ) {}

  /** Starts a command. @param env further variables. @param stdout a descriptor of a file. */
  start(words: readonly string[], env: NodeJS.ProcessEnv = {}, stdout?: number): RunningCommand {
    return new RunningCommand(
      spawn(process.execPath, [RVS, ...words], {
        cwd: this.cwd,
        stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'], RVS_CONFIG_DIR: this.config, ...env },
      }),
    );
  }

  /** Runs a command to its end. @param input of its standard input. */
  async run(words: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<CommandOutcome> {
    const command = this.start(words, env);
    command.child.stdin?.on('error', () => undefined).end(input);
    return { code: await command.ended, stdout: command.stdout, stderr: command.stderr };
  }
}

/** A command that runs. */
export class RunningCommand {
  stdout = '';
  stderr = '';
  /** Its exit code; -1 where a signal ended it. */
  readonly ended: Promise<number>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code]) => (code as number | null) ?? -1);
  }

  async end(signal: NodeJS.Signals): Promise<number> {
    this.child.kill(signal);
    return this.ended;
  }
}
