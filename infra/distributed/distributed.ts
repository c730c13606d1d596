import { join } from 'node:path';
import { type StartedService } from '@service/platform/commands';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabases, type Databases, type EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { allowsLoopbackDeliveries, type Settings } from '@service/platform/settings';
import { findFreePort, findFreePorts, isPortTaken } from '../ports.ts';
import { AppProcess } from './app-process.ts';
import { APPS, GATEWAYS, OWNERS, type App } from './apps.ts';
import { allUrls, urlsOf } from './database-settings.ts';
import { SupervisedBroker } from './supervised-broker.ts';
import { forgetProcessList, waitForOrphans, writeProcessList, type ListedProcess } from './process-list.ts';
import { runCommand } from './run-command.ts';

/** Milliseconds for a gateway to drain, and for an app behind it to finish its work. */
const GATEWAY_TIMEOUT = 7_000;
const OWNER_TIMEOUT = 6_000;

/** The broker, the databases, and every app as separate processes on this machine. */
export class Distributed {
  private readonly settings: Settings;
  private readonly logger: Logger;
  private readonly say: (sentence: string) => void;
  private readonly stops: (() => Promise<unknown>)[] = [];
  private readonly over = new AbortController();
  private readonly apps: AppProcess[] = [];
  /** Ports of health and metrics for the processes that are still to be started. */
  private adminPorts: number[] = [];
  private kafka: SupervisedBroker | undefined;
  private writing: Promise<void> = Promise.resolve();

  /** @param say gets a sentence for each change of the processes. */
  constructor(settings: Settings, logger: Logger, say: (sentence: string) => void) {
    this.settings = settings;
    this.logger = logger;
    this.say = say;
  }

  /**
   * Starts everything; resolves when the gateways listen.
   * @throws StartError with a sentence for the operator; what was started is then stopped.
   */
  async start(): Promise<StartedService> {
    const { settings } = this;
    const { dataDirectory, environments } = settings;
    try {
      const lock = await lockDataDirectory(dataDirectory);
      this.stops.push(async () => lock.release());
      await waitForOrphans(dataDirectory);
      const port = settings.port === 0 ? await findFreePort() : settings.port;
      if (await isPortTaken(port)) {
        throw new StartError(`Port ${port} is taken; stop what listens there or set PORT.`);
      }
      this.stops.push(() => this.writing.then(() => forgetProcessList(dataDirectory)));
      // Chosen here, because the dispatcher has to know the ports of all processes.
      const [controllerPort, ...adminPorts] = await findFreePorts(1 + APPS.length * settings.replicas);
      this.adminPorts = adminPorts;
      const [databases, brokers] = await this.startServers(controllerPort);
      const env: NodeJS.ProcessEnv = {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^DATABASE_.*URL/.test(name))),
        KAFKA_BROKERS: brokers,
        DATA_DIR: dataDirectory,
        ADMIN_PORT: '0',
        SERVICE_PORTS: [port, controllerPort, ...adminPorts].join(','),
        // The processes cannot tell by themselves that the broker and the databases are those of this machine.
        DELIVERY_LOOPBACK: allowsLoopbackDeliveries(settings) ? 'on' : 'off',
      };
      const used = environments.map((name) => databases.of[name]);
      await Promise.all([
        runCommand('standalone/commands/migrate.js', { ...env, ...allUrls(used) }, this.over.signal),
        runCommand('standalone/commands/topics.js', env, this.over.signal),
      ]);
      const sharePort = settings.replicas > 1 ? 'on' : 'off';
      const owning = this.startApps(OWNERS, env, used, OWNER_TIMEOUT);
      const listening = this.startApps(
        GATEWAYS,
        { ...env, PORT: String(port), SHARE_PORT: sharePort },
        used,
        GATEWAY_TIMEOUT,
      );
      const bootstrapEnv = { ...env, ...urlsOf('verify-api', used) };
      await Promise.all([
        owning.then(() => {
          const command = runCommand('verify-api/commands/bootstrap.js', bootstrapEnv, this.over.signal);
          this.stops.push(() => command.catch(() => undefined));
          return command;
        }),
        listening,
      ]);
      return { port, bootstrapFile: join(dataDirectory, 'bootstrap.json') };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops the gateways, then the apps behind them, then Kafka, then PostgreSQL. Can also interrupt a start. */
  async stop(): Promise<void> {
    this.over.abort();
    for (const step of this.stops.splice(0).reverse()) await step();
  }

  /** The running processes. */
  get processes(): ListedProcess[] {
    const kafka = this.kafka?.pid;
    const apps = this.apps.flatMap(({ name, pid, adminUrl }) =>
      pid === undefined ? [] : [{ name, pid, ...(adminUrl !== undefined && { adminUrl }) }],
    );
    return [
      { name: 'start:distributed', pid: process.pid },
      ...(kafka === undefined ? [] : [{ name: 'kafka', pid: kafka }]),
      ...apps,
    ];
  }

  private async startServers(controllerPort: number): Promise<[Databases, string]> {
    const { settings, logger } = this;
    const opening = openDatabases(settings, logger);
    this.stops.push(async () => (await opening.catch(() => undefined))?.stop());
    const [databases, brokers] = await Promise.all([opening, this.startBroker(controllerPort)]);
    return [databases, brokers];
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

  private async startApps(
    names: readonly App[],
    env: NodeJS.ProcessEnv,
    databases: readonly EnvironmentDatabase[],
    timeout: number,
  ): Promise<void> {
    this.over.signal.throwIfAborted();
    const onChange = (sentence: string) => this.noteChange(sentence);
    const started = names.flatMap((app) =>
      Array.from({ length: this.settings.replicas }, (_, index) => {
        const ADMIN_PORT = String(this.adminPorts.pop() ?? 0);
        const ownEnv = { ...env, ...urlsOf(app, databases), ADMIN_PORT };
        return new AppProcess({ app, replica: index + 1, env: ownEnv, onChange });
      }),
    );
    this.apps.push(...started);
    this.stops.push(() => Promise.all(started.map((app) => app.stop(timeout))));
    const starting = Promise.all(started.map((app) => app.start()));
    this.noteProcesses();
    await starting;
    this.noteProcesses();
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
