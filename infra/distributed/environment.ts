import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isPortTaken, portTaken } from '@service/platform/addresses';
import { servedAt, welcome } from '@service/platform/commands';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabase, type EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { runInReverse } from '@service/platform/processes';
import { allowsLoopbackDeliveries, type EnvironmentSettings } from '@service/platform/settings';
import { findFreePort, findFreePorts } from '../ports.ts';
import { AppProcess } from './app-process.ts';
import { APPS, GATEWAYS, OWNERS, ROOT, type App } from './apps.ts';
import { allUrls, urlOf } from './database-settings.ts';

/** Milliseconds for a gateway to drain, and for an app behind it to finish its work. */
const GATEWAY_TIMEOUT = 6_000;
const OWNER_TIMEOUT = 5_000;

/** What an environment shares with the others of the machine. */
export interface Surroundings {
  logger: Logger;
  /** Ends the start when it aborts. */
  over: AbortSignal;
  /** Gets a sentence for each change of the processes. */
  onChange: (sentence: string) => void;
  /** Whether there are other environments, so that names must tell which one is meant. */
  isOneOfSeveral: boolean;
}

/** The database of one environment, and each app in processes of its own. */
export class DistributedEnvironment {
  readonly apps: AppProcess[] = [];
  /** Ports that its processes and its database listen on. */
  ports: readonly number[] = [];
  private readonly own: EnvironmentSettings;
  private readonly surroundings: Surroundings;
  private port = 0;
  private adminPorts: number[] = [];
  private database: EnvironmentDatabase | undefined;
  private readonly stops: (() => Promise<unknown>)[] = [];
  /** Leaves the database and its directory; call it last. */
  stopDatabase: () => Promise<void> = () => Promise.resolve();

  constructor(own: EnvironmentSettings, surroundings: Surroundings) {
    this.own = own;
    this.surroundings = surroundings;
  }

  /** Chooses the ports, and opens the database.
   *  @throws StartError where another service runs the environment, a port is taken, or the database does not answer. */
  async prepare(): Promise<void> {
    const { settings, environment } = this.own;
    // A standalone process of this environment alone locks this directory, and not the data directory.
    const lock = await lockDataDirectory(join(settings.dataDirectory, environment));
    this.stopDatabase = async () => lock.release();
    this.port = settings.port === 0 ? await findFreePort() : settings.port;
    if (await isPortTaken(this.port)) throw portTaken(this.port, 'PORT');
    this.adminPorts = await findFreePorts(APPS.length * settings.replicas);
    this.surroundings.over.throwIfAborted();
    const opening = openDatabase(settings, this.surroundings.logger);
    this.stopDatabase = async () => {
      await (await opening.catch(() => undefined))?.stop();
      lock.release();
    };
    const { database } = await opening;
    this.database = database;
    this.ports = [this.port, ...this.adminPorts, ...database.ports];
  }

  /**
   * Starts the apps; resolves when the gateways listen.
   * @param brokers in the form of KAFKA_BROKERS.
   * @param ports those of every process of the service on this machine, which no delivery may reach.
   * @returns the lines to print after the start.
   */
  async start(brokers: string, ports: readonly number[]): Promise<string> {
    const { settings, variables, environment } = this.own;
    const database = this.database as EnvironmentDatabase;
    const { over } = this.surroundings;
    const env: NodeJS.ProcessEnv = {
      ...Object.fromEntries(Object.entries(variables).filter(([name]) => !/^DATABASE_.*URL/.test(name))),
      KAFKA_BROKERS: brokers,
      DATA_DIR: settings.dataDirectory,
      ADMIN_PORT: '0',
      SERVICE_PORTS: ports.join(','),
      // The processes cannot tell by themselves that the broker and the databases are those of this machine.
      DELIVERY_LOOPBACK: allowsLoopbackDeliveries(settings) ? 'on' : 'off',
    };
    await Promise.all([
      runCommand('standalone/commands/migrate.js', { ...env, ...allUrls(database) }, over),
      runCommand('standalone/commands/topics.js', env, over),
    ]);
    const sharePort = settings.replicas > 1 ? 'on' : 'off';
    const gatewayEnv = { ...env, PORT: String(this.port), SHARE_PORT: sharePort };
    const owning = this.startApps(OWNERS, env, OWNER_TIMEOUT);
    const listening = this.startApps(GATEWAYS, gatewayEnv, GATEWAY_TIMEOUT);
    const bootstrapping = owning.then(() => {
      const bootstrapEnv = { ...env, ...urlOf('verify-api', database) };
      const command = runCommand('verify-api/commands/bootstrap.js', bootstrapEnv, over);
      this.stops.push(() => command.catch(() => undefined));
      return command;
    });
    await Promise.all([bootstrapping, listening]);
    const bootstrapFile = join(settings.dataDirectory, 'bootstrap.json');
    return welcome({ bootstrapFile }, await servedAt(settings, this.port), environment);
  }

  /** Stops the gateways and then the apps behind them. */
  async stopApps(): Promise<void> {
    await runInReverse(this.stops);
  }

  private async startApps(names: readonly App[], env: NodeJS.ProcessEnv, timeout: number): Promise<void> {
    const { over, onChange, isOneOfSeveral } = this.surroundings;
    over.throwIfAborted();
    const database = this.database as EnvironmentDatabase;
    const { settings, environment } = this.own;
    const started = names.flatMap((app) =>
      Array.from({ length: settings.replicas }, (_, index) => {
        const ownEnv = { ...env, ...urlOf(app, database), ADMIN_PORT: String(this.adminPorts.pop() ?? 0) };
        const name = `${app} ${index + 1}${isOneOfSeveral ? ` (${environment})` : ''}`;
        return new AppProcess({ app, name, env: ownEnv, onChange });
      }),
    );
    this.apps.push(...started);
    this.stops.push(() => Promise.all(started.map((app) => app.stop(timeout))));
    await Promise.all(started.map((app) => app.start()));
  }
}

/**
 * Runs a command of the service, such as `standalone/commands/migrate.js`, to its end, and passes its
 * standard error on.
 * @param signal asks it to end.
 * @throws StartError where it fails, or is asked to end.
 */
async function runCommand(file: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const command = spawn(process.execPath, [join(ROOT, 'dist', file)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  // Still waits for the process, which at its end removes what it told the database about itself.
  signal.addEventListener('abort', () => command.kill('SIGTERM'));
  const [code] = (await once(command, 'exit')) as [number | null];
  if (code !== 0) throw new StartError(`The start ended, because ${file} failed.`);
}
