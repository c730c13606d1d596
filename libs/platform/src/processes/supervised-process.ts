import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '../start-error.js';
import { hasEnded } from './end-process.js';

/** Milliseconds: shortest and longest pause between two starts; uptime after which a process is healthy. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const HEALTHY_AFTER = 30_000;

export interface SupervisedProcessOptions {
  readonly name: string;
  readonly spawn: () => ChildProcess;
  /**
   * Resolves when a process is ready, with an addition to the sentence about its restart; rejects with the reason if it
   * cannot start.
   */
  readonly untilReady: (child: ChildProcess) => Promise<string>;
  /** Milliseconds until a process that is not ready is ended; absent if a start has no limit. */
  readonly startTimeout?: number;
  readonly askToStop: (child: ChildProcess) => void;
  /** Gets a sentence when the process ended unexpectedly, and when it runs again. */
  readonly onChange: (sentence: string) => void;
}

/** A process that is started again when it ends unexpectedly. */
export class SupervisedProcess {
  private readonly options: SupervisedProcessOptions;
  private child: ChildProcess | undefined;
  private stopping = false;

  constructor(options: SupervisedProcessOptions) {
    this.options = options;
  }

  /** The running process; undefined while it is down. */
  get running(): ChildProcess | undefined {
    return this.child === undefined || hasEnded(this.child) ? undefined : this.child;
  }

  /**
   * Resolves when it is ready; from then on it is restarted.
   * @throws StartError where it ends instead, or takes too long.
   */
  async start(): Promise<void> {
    await this.launch();
    void this.keepRunning();
  }

  /**
   * Asks it to stop, and kills it after some milliseconds.
   * @returns a sentence where it did not stop cleanly; null where it did, or did not run.
   */
  async stop(timeout: number): Promise<string | null> {
    this.stopping = true;
    const child = this.running;
    if (child === undefined) return null;
    const exited = once(child, 'exit');
    this.options.askToStop(child);
    let wasKilled = false;
    const timer = setTimeout(() => {
      wasKilled = child.kill('SIGKILL');
    }, timeout);
    await exited;
    clearTimeout(timer);
    const { name } = this.options;
    if (wasKilled) return `${name} did not stop in time and was killed.`;
    const { exitCode } = child;
    return exitCode === null || exitCode === 0
      ? null
      : `${name} did not stop cleanly: it ended with code ${exitCode}.`;
  }

  /** @returns the addition of `untilReady`. */
  private async launch(): Promise<string> {
    const { name, spawn, untilReady, startTimeout } = this.options;
    const child = spawn();
    this.child = child;
    const over = new AbortController();
    const fail = (reason: string): never => {
      throw new StartError(`${name} did not start: it ${reason}.`);
    };
    try {
      const ways = [
        untilReady(child),
        once(child, 'exit', over).then(([code, signal]) => fail(`ended with ${signal ?? `code ${code}`}`)),
      ];
      if (startTimeout !== undefined) {
        ways.push(sleep(startTimeout, undefined, over).then(() => fail('is not ready yet')));
      }
      return await Promise.race(ways);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      over.abort();
    }
  }

  private async keepRunning(): Promise<void> {
    const { name, onChange } = this.options;
    let pause = FIRST_PAUSE;
    let isDown = false;
    for (;;) {
      const startedAt = performance.now();
      if (!isDown) {
        const child = this.child as ChildProcess;
        if (!hasEnded(child)) await once(child, 'exit');
        if (this.stopping) return;
        onChange(`${name} ended with ${child.signalCode ?? `code ${child.exitCode}`}; it is started again.`);
        if (performance.now() - startedAt > HEALTHY_AFTER) pause = FIRST_PAUSE;
      }
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      if (this.stopping) return;
      try {
        const added = await this.launch();
        isDown = false;
        onChange(`${name} runs again as process ${this.child?.pid}${added}.`);
      } catch (error) {
        isDown = true;
        if (!this.stopping) onChange((error as Error).message);
      }
    }
  }
}
