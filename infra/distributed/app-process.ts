import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '@service/platform/errors';
import { mainFile, type App } from './apps.ts';

/** Milliseconds: for a start; between two starts, at least and at most; and until a process counts as healthy. */
const START_TIMEOUT = 120_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const HEALTHY_AFTER = 30_000;

export interface AppProcessOptions {
  app: App;
  /** Number of the process among those of its app, from 1. */
  replica: number;
  env: NodeJS.ProcessEnv;
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
  private child: ChildProcess | undefined;
  private stopping = false;

  constructor(options: AppProcessOptions) {
    this.options = options;
    this.name = `${options.app} ${options.replica}`;
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.child === undefined || hasEnded(this.child) ? undefined : this.child.pid;
  }

  /**
   * Resolves when it reports that it is ready; from then on it is restarted.
   * @throws StartError where it ends instead, or takes too long.
   */
  async start(): Promise<void> {
    const child = await this.launch();
    void this.keepRunning(child);
  }

  /** Asks it to stop, and kills it after some milliseconds. */
  async stop(timeout: number): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (child === undefined || hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    await exited;
    clearTimeout(timer);
  }

  private async launch(): Promise<ChildProcess> {
    const { app, env } = this.options;
    // The channel shows it the end of this process; Ctrl-C at the terminal reaches only this process.
    const child = spawn(process.execPath, [mainFile(app)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: true,
    });
    this.child = child;
    this.adminUrl = undefined;
    const over = new AbortController();
    const timeout = sleep(START_TIMEOUT, 'is not ready yet', { signal: over.signal }).catch(() => '');
    const failure = await Promise.race([
      this.readUntilReady(child),
      once(child, 'exit').then(([code, signal]) => `ended with ${signal ?? `code ${code}`}`),
      timeout,
    ]);
    over.abort();
    if (failure === undefined) return child;
    child.kill('SIGKILL');
    throw new StartError(`${this.name} did not start: it ${failure}.`);
  }

  /** Passes on its output, except for the line with the URL of its health. */
  private readUntilReady(child: ChildProcess): Promise<undefined> {
    return new Promise((ready) => {
      if (child.stdout === null) return;
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /is ready.* health and metrics on (http:\S+)\.$/.exec(line)?.[1];
        if (found === undefined) return void process.stdout.write(`${line}\n`);
        this.adminUrl = found;
        ready(undefined);
      });
    });
  }

  private async keepRunning(first: ChildProcess): Promise<void> {
    const { onChange } = this.options;
    let pause = FIRST_PAUSE;
    let child: ChildProcess | undefined = first;
    for (;;) {
      const startedAt = performance.now();
      if (child !== undefined) {
        if (!hasEnded(child)) await once(child, 'exit');
        if (this.stopping) return;
        onChange(
          `${this.name} ended with ${child.signalCode ?? `code ${child.exitCode}`}; it is started again.`,
        );
        if (performance.now() - startedAt > HEALTHY_AFTER) pause = FIRST_PAUSE;
      }
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      if (this.stopping) return;
      child = await this.launch().catch((error: unknown) => {
        if (!this.stopping) onChange((error as Error).message);
        return undefined;
      });
      if (child !== undefined) onChange(`${this.name} runs again as process ${child.pid}, ${this.adminUrl}.`);
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
