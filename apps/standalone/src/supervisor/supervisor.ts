import type { Environment } from '@service/contracts';
import { lockDataDirectory } from '@service/platform/data-directory';
import type { Logger } from '@service/platform/logging';
import { runInReverse } from '@service/platform/processes';
import type { EnvironmentSettings } from '@service/platform/settings';
import { EnvironmentProcess } from './environment-process.js';

/**
 * Runs each environment in a process of its own, and restarts one that ends. Environments share neither traffic nor
 * memory.
 */
export class Supervisor {
  private readonly processes: EnvironmentProcess[];
  private readonly stops: (() => Promise<unknown>)[] = [];
  private readonly unclean: string[] = [];

  constructor(
    private readonly environments: readonly EnvironmentSettings[],
    logger: Logger,
  ) {
    this.processes = environments.map(
      (each) =>
        new EnvironmentProcess({
          ...each,
          onChange: (sentence) => logger.warn({ environment: each.environment }, sentence),
          onReady: () => this.tellPorts(),
          neighbourPorts: () => this.portsBeside(each.environment),
        }),
    );
  }

  /**
   * Resolves with the welcome texts when every environment is ready.
   * @throws StartError with a sentence for the operator; what was started is then stopped.
   */
  async start(): Promise<string> {
    try {
      // Usually all share one directory, which is locked once.
      for (const directory of new Set(this.environments.map(({ settings }) => settings.dataDirectory))) {
        const lock = await lockDataDirectory(directory);
        this.stops.push(async () => lock.release());
      }
      this.stops.push(() => this.stopProcesses());
      await Promise.all(this.processes.map((each) => each.start()));
      return this.processes.map(({ welcome }) => welcome).join('');
    } catch (error) {
      await runInReverse(this.stops);
      throw error;
    }
  }

  /**
   * Asks every environment to stop, and kills what does not in time. Can also interrupt a start.
   * @throws Error with a sentence for each process that did not stop cleanly.
   */
  async stop(): Promise<void> {
    await runInReverse(this.stops);
    if (this.unclean.length > 0) throw new Error(this.unclean.join(' '));
  }

  private async stopProcesses(): Promise<void> {
    const sentences = await Promise.all(this.processes.map((each) => each.stop()));
    this.unclean.push(...sentences.filter((each) => each !== null));
  }

  /** No environment may deliver events to another one's ports. */
  private tellPorts(): void {
    for (const each of this.processes)
      each.tell({ type: 'neighbours', ports: this.portsBeside(each.environment) });
  }

  private portsBeside(environment: Environment): number[] {
    const others = this.processes.filter((other) => other.environment !== environment);
    return others.flatMap(({ ports }) => ports);
  }
}
