import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, cp, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { endProcess, hasEnded } from '@service/platform/processes';
import { eventually } from '@service/testing';
import pg from 'pg';
import { readProcessList } from '../../../infra/distributed/process-list.ts';
import { startBroker, type Broker } from '../../../infra/kafka/broker.ts';
import { findFreePort } from '../../../infra/ports.ts';
import { Client } from '../../support/client.js';
import { COMPILE_CACHE } from '../../support/compile-cache.js';
import { keepLogs } from '../../support/keep-logs.js';

const run = promisify(execFile);
const ENVIRONMENT = 'development';

/** The service in two replicas of each app, on a broker and a database that can be taken away from it. */
export class FaultyService {
  output = '';
  errors = '';
  baseUrl = '';
  private tokens: Record<string, string> = {};
  private readonly added: ChildProcess[] = [];

  private constructor(
    private readonly directory: string,
    readonly kafkaPort: number,
    private broker: Broker,
    private launcher: ChildProcess,
  ) {}

  static async start(): Promise<FaultyService> {
    const directory = await mkdtemp(join(tmpdir(), 'faults-'));
    const kafkaPort = await findFreePort();
    const broker = await startBroker({ directory: join(directory, 'kafka'), port: kafkaPort });
    const launcher = launch(directory, broker.brokers);
    const service = new FaultyService(directory, kafkaPort, broker, launcher);
    try {
      await service.listens();
    } catch (error) {
      await service.dispose();
      throw error;
    }
    const file = JSON.parse(await readFile(join(directory, 'bootstrap.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    service.tokens = file[ENVIRONMENT] ?? {};
    return service;
  }

  as(role: 'admin' | 'verify' | 'read'): Client {
    return new Client(this, this.tokens[role]);
  }

  /** Process ids of an app's replicas. */
  async pids(app: string): Promise<number[]> {
    const processes = await readProcessList(this.directory);
    return processes.filter(({ name }) => name.startsWith(`${app} `)).map(({ pid }) => pid);
  }

  /** What `/readyz` of every replica of every app answers. */
  async readiness(): Promise<number[]> {
    const processes = await readProcessList(this.directory);
    const urls = processes.flatMap(({ adminUrl }) => adminUrl ?? []);
    return Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`)).status));
  }

  /** How many messages of a topic the processes have ignored, because the service did not write them. */
  async ignoredMessages(topic: string): Promise<number> {
    const processes = await readProcessList(this.directory);
    const urls = processes.flatMap(({ adminUrl }) => adminUrl ?? []);
    const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    const lines = texts.flatMap((text) => text.split('\n'));
    return lines
      .filter(
        (line) => line.startsWith('rvs_unauthenticated_messages_total{') && line.includes(`topic="${topic}"`),
      )
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Waits until an app has two replicas again, without those in `gone`. */
  async whole(app: string, gone: readonly number[] = []): Promise<void> {
    await eventually(async () => {
      const pids = await this.pids(app);
      if (pids.length !== 2 || pids.some((pid) => gone.includes(pid)))
        throw new Error(`${app}: ${pids.join(', ')}`);
    }, PATIENCE);
  }

  async stopBroker(): Promise<void> {
    await this.broker.stop();
  }

  async startBroker(): Promise<void> {
    this.broker = await startBroker({ directory: join(this.directory, 'kafka'), port: this.kafkaPort });
  }

  /** Starts one more replica of an app, and answers when it takes part; it is stopped by what is answered. */
  async addReplica(app: string): Promise<() => Promise<void>> {
    const child = spawn(process.execPath, [resolve(`dist/${app}/main.js`)], {
      env: {
        PATH: process.env['PATH'],
        ...COMPILE_CACHE,
        ADMIN_PORT: '0',
        LOG_LEVEL: 'warn',
        DATA_DIR: this.directory,
        ENVIRONMENT,
        PORT: new URL(this.baseUrl).port,
        SHARE_PORT: 'on',
        KAFKA_BROKERS: this.brokers,
        DELIVERY_LOOPBACK: 'on',
        DATABASE_URL: await this.databaseUrlOf(app),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.added.push(child);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(() => {
      if (!said.includes('is ready')) throw new Error(`exit ${child.exitCode}: ${said}`);
    }, PATIENCE);
    return () => endProcess(child, 'SIGTERM');
  }

  /** As KAFKA_BROKERS names it. */
  get brokers(): string {
    return this.broker.brokers;
  }

  /** Takes the database away as a crash of its server does. */
  async crashDatabase(): Promise<void> {
    const [pid = ''] = (await readFile(join(this.cluster, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await eventually(() => {
      if (isAlive(Number(pid))) throw new Error('It is still there.');
    }, PATIENCE);
  }

  /** Starts the same server again, where it was. */
  async startDatabase(): Promise<void> {
    const directory = join(this.directory, ENVIRONMENT);
    const server = await startEmbeddedServer({ directory, database: 'service' });
    await server.release();
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: await this.databaseUrl() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Runs a command beside the service. @returns its output. */
  async command(path: string, ...words: string[]): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      DATA_DIR: this.directory,
      ENVIRONMENT,
    };
    const { stdout } = await run(process.execPath, [resolve(path), ...words], { env });
    return stdout;
  }

  /** Ends replicas that a failed test has left. */
  endAdded(): void {
    for (const child of this.added.splice(0)) child.kill('SIGKILL');
  }

  async dispose(): Promise<void> {
    this.endAdded();
    await this.stop();
    await this.broker.kill();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Keeps the database's files as they are; it must be away. */
  async backUp(): Promise<void> {
    await cp(this.cluster, this.backup, { recursive: true, preserveTimestamps: true });
    await this.own(this.backup);
  }

  /** Restores the saved files; the database must be stopped. */
  async restore(): Promise<void> {
    await rm(this.cluster, { recursive: true });
    await rename(this.backup, this.cluster);
  }

  /** Opens a new transparency log in the place of the one that must not go on: with the whole service stopped. */
  async recover(): Promise<void> {
    await this.stop();
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: this.directory,
      ENVIRONMENT,
      KAFKA_BROKERS: this.brokers,
    };
    const script = resolve('dist/standalone/commands/recover.js');
    // A lease of a process that was killed is over after some seconds.
    await eventually(() => run(process.execPath, [script, ENVIRONMENT], { env }), PATIENCE);
    this.launcher = launch(this.directory, this.brokers);
    await this.listens();
  }

  private stop(): Promise<void> {
    return endProcess(this.launcher, 'SIGTERM');
  }

  /** Waits until it says where it listens. */
  private async listens(): Promise<void> {
    this.output = '';
    this.launcher.stdout?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.launcher.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    await eventually(() => {
      if (hasEnded(this.launcher)) {
        throw new Error(`exit ${this.launcher.exitCode}: ${this.errors}`);
      }
      const url = /listens on (http:\S+)/.exec(this.output)?.[1];
      if (url === undefined) throw new Error(`It does not listen yet: ${this.output}${this.errors}`);
      this.baseUrl = url;
    }, START);
  }

  /** Makes the server's user the owner of copied files. */
  private async own(path: string): Promise<void> {
    const { uid, gid } = await stat(this.cluster);
    await chown(path, uid, gid);
    for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), uid, gid);
  }

  private async databaseUrl(): Promise<string> {
    const file = await readFile(join(this.directory, ENVIRONMENT, 'postgres.json'), 'utf8');
    return (JSON.parse(file) as { url: string }).url;
  }

  /** With the role that the app's processes log in with. */
  private async databaseUrlOf(app: string): Promise<string> {
    const file = await readFile(join(this.directory, ENVIRONMENT, 'database-roles.json'), 'utf8');
    const role = app.replace('-', '_');
    const { [role]: password = '' } = JSON.parse(file) as Record<string, string>;
    return Object.assign(new URL(await this.databaseUrl()), { username: `service_${role}`, password }).href;
  }

  private get backup(): string {
    return join(this.directory, 'backup');
  }

  private get cluster(): string {
    return join(this.directory, ENVIRONMENT, 'postgres');
  }
}

/** How long eight processes may take to start on a busy machine. */
const START = { timeout: 150_000 };

/** How long the service may take to come back from what was done to it. */
export const PATIENCE = { timeout: 60_000 };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function launch(directory: string, brokers: string): ChildProcess {
  const launcher = spawn(process.execPath, [resolve('infra/distributed/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: directory,
      ENVIRONMENT,
      REPLICAS: '2',
      KAFKA_BROKERS: brokers,
      KAFKA_PARTITIONS: '6',
      DELIVERY_LOOPBACK: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepLogs(launcher);
  return launcher;
}
