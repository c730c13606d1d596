import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const pathOf = (command: string): string => resolve(`dist/evidence-cli/commands/${command}.js`);

/** The result of a command. */
export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one of the commands for strangers. */
export function runEvidenceCommand(command: string, ...words: string[]): Promise<CommandOutcome> {
  return new Promise((resolved) => {
    execFile(process.execPath, [pathOf(command), ...words], (error, stdout, stderr) => {
      resolved({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** A witness in a separate process, as an outsider runs it. */
export class WitnessProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly vkey: string,
    readonly url: string,
  ) {}

  static async start(directory: string, name: string, logVkey: string): Promise<WitnessProcess> {
    const words = ['--log-vkey', logVkey, '--name', name, '--port', '0'];
    const place = ['--key', `${directory}/${name}.json`, '--state', `${directory}/${name}`];
    const child = spawn(process.execPath, [pathOf('witness'), ...words, ...place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) if (lines.push(line) === 2) break;
    const [vkey = '', said = ''] = lines;
    const url = /http:\S+(?=\/add-checkpoint$)/.exec(said)?.[0];
    if (url === undefined) throw new Error(`The witness did not start: ${lines.join('\n')}`);
    return new WitnessProcess(child, vkey, url);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }
}
