import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess } from '@service/platform/processes';

/** The command-line client, as it is built. */
export const RVS = resolve('clients/cli/dist/rvs.js');

/** The result of a command. */
export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command-line client. */
export function runRvs(...words: string[]): Promise<CommandOutcome> {
  return new Promise((resolved) => {
    execFile(process.execPath, [RVS, ...words], (error, stdout, stderr) => {
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
    const child = spawn(process.execPath, [RVS, 'log', 'witness', ...words, ...place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) if (lines.push(line) === 2) break;
    const [vkey = '', said = ''] = lines;
    const url = /http:\S+(?=\/add-checkpoint$)/.exec(said)?.[0];
    if (url === undefined) throw new Error(`The witness did not start: ${lines.join('\n')}`);
    return new WitnessProcess(child, vkey, url);
  }

  end(signal: NodeJS.Signals): Promise<void> {
    return endProcess(this.child, signal);
  }
}
