import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import type { Family } from '@service/platform/metrics';
import { SupervisedProcess } from '@service/platform/processes';
import { inTime } from '@service/platform/scheduling';
import { LIFE_SIGN_PAUSE, type LeakedTokens, type Order, type Report, type StartOrder } from './messages.js';
import { SignsOfLife } from './signs-of-life.js';

/** Beside the file that runs this process, which may be a bundle. */
const MAIN = join(dirname(process.argv[1] ?? ''), 'hosting/environment-process.js');
/** Milliseconds: until it must have stopped, and until its metrics are left out. */
const STOP_TIMEOUT = 4_000;
const SCRAPE_TIMEOUT = 4_000;
/** Signs of life that may be missing, one after the other, before a process is ended as one that hangs. */
const PATIENCE = 12;

export interface EnvironmentHostOptions {
  order: StartOrder;
  /** Gets a sentence when the process ended unexpectedly, and when it runs again. */
  onChange: (sentence: string) => void;
  /** Gets reports of leaked tokens that belong to another environment. */
  onLeaked: (leaked: LeakedTokens) => void;
}

/** The process of one environment, which is started again when it ends unexpectedly, or hangs for a minute. */
export class EnvironmentHost {
  readonly environment: Environment;
  private readonly supervised: SupervisedProcess;
  /** Who waits for the metrics of the process, by the number of the request. */
  private readonly scrapes = new Map<number, (families: readonly Family[]) => void>();
  private asked = 0;
  private readonly life = new SignsOfLife(PATIENCE, () => this.endHanging());
  private watch: NodeJS.Timeout | undefined;

  constructor(private readonly options: EnvironmentHostOptions) {
    this.environment = options.order.environment;
    this.supervised = new SupervisedProcess({
      name: `The process of ${this.environment}`,
      spawn: () => this.spawn(),
      untilReady: (child) => this.untilReady(child),
      askToStop: (child) => send(child, { type: 'stop' }),
      onChange: options.onChange,
    });
  }

  /** Whether it answers requests. */
  get isReady(): boolean {
    return this.supervised.isReady;
  }

  /** @throws StartError with a sentence for the operator. */
  start(): Promise<void> {
    this.watch = setInterval(() => {
      if (this.supervised.running !== undefined) this.life.look();
    }, LIFE_SIGN_PAUSE);
    return this.supervised.start();
  }

  /** Ends the waits of its requests. */
  drain(): void {
    const child = this.supervised.running;
    if (child !== undefined) send(child, { type: 'drain' });
  }

  stop(): Promise<void> {
    clearInterval(this.watch);
    return this.supervised.stop(STOP_TIMEOUT);
  }

  /** Its metrics; none if it does not answer in time. */
  async scrape(): Promise<readonly Family[]> {
    const child = this.supervised.running;
    if (child === undefined) return [];
    this.asked += 1;
    const id = this.asked;
    const answered = new Promise<readonly Family[]>((resolve) => this.scrapes.set(id, resolve));
    send(child, { type: 'scrape', id });
    const late = () => new Error(`No metrics within ${SCRAPE_TIMEOUT} ms.`);
    return inTime(answered, SCRAPE_TIMEOUT, late)
      .catch(() => [])
      .finally(() => this.scrapes.delete(id));
  }

  /** Passes on reports of leaked tokens of this environment. */
  take(leaked: LeakedTokens): void {
    const child = this.supervised.running;
    if (child !== undefined) send(child, leaked);
  }

  private spawn(): ChildProcess {
    // The channel shows it the end of this process. Signals of the terminal reach only this process.
    const child = spawn(process.execPath, [...process.execArgv, MAIN, this.environment], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.life.seen();
    child.on('message', (report: Report) => {
      this.life.seen();
      if (report.type === 'scraped') this.scrapes.get(report.id)?.(report.families);
      else if (report.type === 'leaked') this.options.onLeaked(report);
    });
    return child;
  }

  private endHanging(): void {
    this.options.onChange(`The process of ${this.environment} has hung for a minute; it is ended.`);
    this.supervised.running?.kill('SIGKILL');
  }

  private untilReady(child: ChildProcess): Promise<string> {
    send(child, this.options.order);
    return new Promise((ready, failed) => {
      child.on('message', (report: Report) => {
        if (report.type === 'ready') ready('');
        else if (report.type === 'failed') failed(new StartError(report.sentence));
      });
    });
  }
}

function send(child: ChildProcess, order: Order): void {
  // A process that has just ended is noticed by its end.
  if (child.connected) child.send(order, () => undefined);
}
