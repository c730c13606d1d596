import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '@service/contracts';
import { endProcess, hasEnded } from '@service/platform/processes';
import { createDatabases, dropDatabases, ownerUrl, queryDatabase, type DatabaseUrls } from './databases.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { driver, type Driver } from './driver.ts';
import { keepLogs } from './keep-logs.ts';

type Role = 'operator' | 'admin' | 'verify' | 'read' | 'audit';
export type RoleTokens = Record<Role, string>;
export type Tokens = Record<Environment, RoleTokens>;

/** A service, and its commands, of one environment in one process. */
export const ALONE = { ENVIRONMENT: 'development' };

/** What the service prints of each environment that listens. */
const LISTENS = /listens on (https?:\S+) for (\w+)\./g;

export interface ServiceOptions {
  /** A fresh one if not given. */
  dataDirectory?: string;
  /** Settings beside the usual ones. */
  env?: NodeJS.ProcessEnv;
  /** Address of a PostgreSQL server for the service's own databases; default: embedded servers. */
  databaseServer?: () => Promise<string>;
  /** Runs this script by npm instead of the program itself. */
  npmScript?: string;
}

const run = promisify(execFile);

/** The service as a person starts it: separate processes on a data directory, over real HTTP. On Kafka they are
 *  those of `npm run start:distributed`, with their own topics. */
export class TestService {
  output = '';
  errors = '';
  /** Address of development; of production where it runs alone. */
  baseUrl = '';
  dataDirectory = '';
  /** Addresses of its databases, where these are not embedded. */
  databaseUrls: DatabaseUrls | undefined;
  private readonly options: ServiceOptions;
  private readonly driver: Driver;
  private child: ChildProcess | undefined;

  constructor(options: ServiceOptions = {}, on = driver) {
    this.options = options;
    this.driver = on;
  }

  /** Starts one and waits until it prints its address. Rejects with its output if it ends instead. */
  static async start(options: ServiceOptions = {}): Promise<TestService> {
    const service = new TestService(options);
    await service.begin();
    return service;
  }

  /** Starts one without waiting for anything. */
  static async launch(options: ServiceOptions = {}): Promise<TestService> {
    const service = new TestService(options);
    await service.spawn(options.env);
    return service;
  }

  /** Starts or restarts it and waits until it listens; `env` replaces the first settings. */
  async begin(env = this.options.env): Promise<void> {
    const child = await this.spawn(env);
    await new Promise<void>((started, failed) => {
      child.stdout?.on('data', () => {
        const [[, url] = []] = this.output.matchAll(LISTENS);
        if (url === undefined || !this.output.endsWith('\n')) return;
        this.baseUrl = url;
        started();
      });
      child.once('exit', (code) => failed(new Error(`exit ${code}: ${this.errors}`)));
    });
  }

  /** Expects that it refuses to start with exit code 1. @returns its standard error. */
  async refusal(env = this.options.env): Promise<string> {
    const child = await this.spawn(env);
    // Not at its exit: output may still arrive.
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 1) throw new Error(`exit ${code}: ${this.errors}`);
    return this.errors;
  }

  /** The process that was started; on Kafka, the one that started the others. */
  get process(): ChildProcess {
    if (this.child === undefined) throw new Error('The service was not started.');
    return this.child;
  }

  /** Whether its apps are processes of their own, on Kafka. */
  get distributed(): boolean {
    return this.driver.name === 'kafka';
  }

  /** Address of an environment. */
  urlOf(environment: Environment): string {
    const found = [...this.output.matchAll(LISTENS)].find(([, , name]) => name === environment);
    return found?.[1] ?? '';
  }

  /** Where health and metrics are; on Kafka, those of the first gateway. */
  get adminUrl(): string {
    return this.adminUrls[0] ?? '';
  }

  /** Those of each environment, in the order in which the service names them; on Kafka, of each gateway. */
  get adminUrls(): string[] {
    return [
      ...this.output.matchAll(/(?:^Health and metrics are on|^verify-api .*) (http:\S+?)\.?$/gm),
    ].flatMap(([, url]) => url ?? []);
  }

  get tokens(): Tokens {
    return JSON.parse(readFileSync(join(this.dataDirectory, 'bootstrap.json'), 'utf8')) as Tokens;
  }

  /** Address of an environment's database. */
  databaseUrl(environment: Environment = 'development'): string {
    if (this.databaseUrls !== undefined) return this.databaseUrls[environment];
    const file = readFileSync(join(this.dataDirectory, environment, 'postgres.json'), 'utf8');
    return (JSON.parse(file) as { url: string }).url;
  }

  /** Runs statements on an environment's database, without the service. */
  async sql<Row extends object>(
    text: string,
    values: unknown[] = [],
    environment?: Environment,
  ): Promise<Row[]> {
    return queryDatabase<Row>(this.databaseUrl(environment), text, values);
  }

  /** Runs a command, such as `verify-api/commands/scrub.js`, on the service's data. @returns its output.
   *  Rejects with `code` and `stdout` where it fails. */
  async command(file: string, ...words: string[]): Promise<string> {
    const env = this.environment();
    return (await run(process.execPath, [resolve('dist', file), ...words], { env })).stdout;
  }

  /** Runs a command like `command`, even one that fails. @returns its exit code and output. */
  async outcome(file: string, ...words: string[]): Promise<{ code: number; output: string; errors: string }> {
    return this.command(file, ...words).then(
      (output) => ({ code: 0, output, errors: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        output: stdout,
        errors: stderr,
      }),
    );
  }

  /** Ends all of its processes. @returns the exit code; null where the signal killed it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child === undefined) return null;
    if (!hasEnded(child)) {
      await endProcess(child, signal);
      if (signal === 'SIGKILL') await this.driver.killOthers(this.dataDirectory);
    }
    return child.exitCode;
  }

  /** Stops the service and forgets its data. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    if (this.databaseUrls !== undefined) await dropDatabases(this.databaseUrls);
    if (existsSync(this.dataDirectory)) await rm(this.dataDirectory, { recursive: true });
  }

  /** Variables of a process on the service's data. */
  environment(env: NodeJS.ProcessEnv = this.options.env ?? {}): NodeJS.ProcessEnv {
    const { databaseUrls } = this;
    return {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      ...this.driver.settings(this.dataDirectory),
      ...(databaseUrls !== undefined && {
        DATABASE_OWNER_URL_DEVELOPMENT: ownerUrl(databaseUrls.development),
        DATABASE_OWNER_URL_PRODUCTION: ownerUrl(databaseUrls.production),
        // The database servers and the receivers are those of the tests.
        DELIVERY_LOOPBACK: 'on',
      }),
      ...env,
      DATA_DIR: this.dataDirectory,
    };
  }

  private async spawn(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
    this.dataDirectory ||= this.options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'service-')));
    if (this.options.databaseServer !== undefined) {
      this.databaseUrls ??= await createDatabases(await this.options.databaseServer());
    }
    this.output = '';
    this.errors = '';
    const { npmScript } = this.options;
    const [program, words] =
      npmScript === undefined ? [process.execPath, [this.driver.main]] : ['npm', ['run', npmScript]];
    const child = spawn(program, words, {
      env: { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'warn', ...this.environment(env) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    keepLogs(child);
    this.child = child;
    return child;
  }
}
