import { join } from 'node:path';
import { lockDataDirectory } from '@service/platform/data-directory';
import { type Logger } from '@service/platform/logging';
import { runInReverse } from '@service/platform/processes';
import type { EnvironmentSettings, Settings } from '@service/platform/settings';
import { findFreePort } from '../ports.ts';
import { DistributedEnvironment } from './environment.ts';
import { SupervisedBroker } from './supervised-broker.ts';
import { forgetProcessList, waitForOrphans, writeProcessList, type ListedProcess } from './process-list.ts';

/** The broker, and for each environment its database and every app as separate processes on this machine. */
export class Distributed {
  /** Settings of the first environment, whose data directory and broker serve all environments. */
  private readonly settings: Settings;
  private readonly environments: readonly DistributedEnvironment[];
  private readonly logger: Logger;
  private readonly say: (sentence: string) => void;
  private readonly stops: (() => Promise<unknown>)[] = [];
  private readonly over = new AbortController();
  private kafka: SupervisedBroker | undefined;
  private writing: Promise<void> = Promise.resolve();

  /** @param say gets a sentence for each change of the processes. */
  constructor(
    environments: readonly [EnvironmentSettings, ...EnvironmentSettings[]],
    logger: Logger,
    say: (sentence: string) => void,
  ) {
    this.settings = environments[0].settings;
    this.logger = logger;
    this.say = say;
    const surroundings = {
      logger,
      over: this.over.signal,
      onChange: (sentence: string) => this.noteChange(sentence),
      isOneOfSeveral: environments.length > 1,
    };
    this.environments = environments.map((own) => new DistributedEnvironment(own, surroundings));
  }

  /**
   * Starts everything; resolves when the gateways listen.
   * @returns what is printed of the start.
   * @throws StartError with a sentence for the operator; what was started is then stopped.
   */
  async start(): Promise<string> {
    const { dataDirectory } = this.settings;
    const inEach = <Result>(work: (each: DistributedEnvironment) => Promise<Result>): Promise<Result[]> =>
      Promise.all(this.environments.map(work));
    try {
      const lock = await lockDataDirectory(dataDirectory);
      this.stops.push(async () => lock.release());
      await waitForOrphans(dataDirectory);
      this.stops.push(() => this.writing.then(() => forgetProcessList(dataDirectory)));
      this.stops.push(() => inEach((each) => each.stopDatabase()));
      // Chosen here, because the dispatchers have to know the ports of all processes.
      const controllerPort = await findFreePort();
      const [brokers] = await Promise.all([
        this.startBroker(controllerPort),
        inEach((each) => each.prepare()),
      ]);
      this.stops.push(() => inEach((each) => each.stopApps()));
      const ports = [controllerPort, ...this.environments.flatMap((each) => each.ports)];
      const starting = inEach((each) => each.start(brokers, ports));
      this.noteProcesses();
      const said = await starting;
      this.noteProcesses();
      return said.join('');
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops the gateways, then the apps behind them, then Kafka, then PostgreSQL. Can also interrupt a start. */
  async stop(): Promise<void> {
    this.over.abort();
    await runInReverse(this.stops);
  }

  /** The running processes. */
  get processes(): ListedProcess[] {
    const kafka = this.kafka?.pid;
    const apps = this.environments
      .flatMap((each) => each.apps)
      .flatMap(({ name, pid, adminUrl }) =>
        pid === undefined ? [] : [{ name, pid, ...(adminUrl !== undefined && { adminUrl }) }],
      );
    return [
      { name: 'start:distributed', pid: process.pid },
      ...(kafka === undefined ? [] : [{ name: 'kafka', pid: kafka }]),
      ...apps,
    ];
  }

  /** The brokers of the settings, or a broker that is started here. */
  private async startBroker(controllerPort: number): Promise<string> {
    const { kafkaBrokers, kafkaPort, dataDirectory } = this.settings;
    if (kafkaBrokers !== undefined) return kafkaBrokers.join(',');
    const options = { directory: join(dataDirectory, 'kafka'), port: kafkaPort, controllerPort };
    const kafka = new SupervisedBroker(options, (sentence) => this.noteChange(sentence));
    this.kafka = kafka;
    this.stops.push(() => kafka.stop());
    return (await kafka.start()).brokers;
  }

  private noteChange(sentence: string): void {
    this.say(sentence);
    this.noteProcesses();
  }

  private noteProcesses(): void {
    if (this.over.signal.aborted) return;
    const { processes } = this;
    this.writing = this.writing
      .then(() => writeProcessList(this.settings.dataDirectory, processes))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'The list of processes was not written.'));
  }
}
