import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SupervisedProcess } from '@service/platform/processes';
import { mainFile, type App } from './apps.ts';

/** Milliseconds. */
const START_TIMEOUT = 120_000;

export interface AppProcessOptions {
  app: App;
  /** `record-store 1`. */
  name: string;
  env: NodeJS.ProcessEnv;
  /** The folder with `dist`: by default, this checkout. */
  folder?: string;
  /** Called when the process ended unexpectedly, and when it runs again. */
  onChange: (sentence: string) => void;
}

/**
 * One process of an app, which is restarted when it ends unexpectedly. It stops by itself when this process
 * ends.
 */
export class AppProcess {
  readonly name: string;
  /** URL of health and metrics; undefined until it is ready. */
  adminUrl: string | undefined;
  private readonly options: AppProcessOptions;
  private readonly supervised: SupervisedProcess;

  constructor(options: AppProcessOptions) {
    this.options = options;
    this.name = options.name;
    this.supervised = new SupervisedProcess({
      name: this.name,
      spawn: () => this.spawn(),
      untilReady: (child) => this.readUntilReady(child),
      startTimeout: START_TIMEOUT,
      askToStop: (child) => child.kill('SIGTERM'),
      onChange: options.onChange,
    });
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.supervised.running?.pid;
  }

  /**
   * Resolves when it reports that it is ready; from then on it is restarted.
   * @throws StartError where it ends instead, or takes too long.
   */
  start(): Promise<void> {
    return this.supervised.start();
  }

  /** Asks it to stop, and kills it after some milliseconds; reports a stop that was not clean. */
  async stop(timeout: number): Promise<void> {
    const sentence = await this.supervised.stop(timeout);
    if (sentence !== null) this.options.onChange(sentence);
  }

  private spawn(): ChildProcess {
    const { app, env, folder } = this.options;
    this.adminUrl = undefined;
    // The channel shows it the end of this process; Ctrl-C at the terminal reaches only this process.
    return spawn(process.execPath, [mainFile(app, folder)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: true,
    });
  }

  /** Passes on its output, except for the line with the URL of its health. */
  private readUntilReady(child: ChildProcess): Promise<string> {
    return new Promise((ready) => {
      if (child.stdout === null) return;
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /is ready.* health and metrics on (http:\S+)\."/.exec(line)?.[1];
        if (found === undefined) return void process.stdout.write(`${line}\n`);
        this.adminUrl = found;
        ready(`, ${found}`);
      });
    });
  }
}
