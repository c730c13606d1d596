import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '@service/contracts';
import pg from 'pg';

type Role = 'operator' | 'admin' | 'verify' | 'read' | 'audit';
export type Tokens = Record<Environment, Record<Role, string>>;

const MAIN = resolve('apps/standalone/dist/main.js');

/** The service as a person starts it: a process of its own on a data directory, over real HTTP. */
export class TestService {
  output = '';
  errors = '';
  baseUrl = '';

  private constructor(
    readonly process: ChildProcess,
    readonly dataDirectory: string,
  ) {}

  /** Starts it and waits until it says where it listens. Rejects with what it said if it ends instead. */
  static async start(
    options: { dataDirectory?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<TestService> {
    const service = await TestService.launch(options);
    const { process: child } = service;
    await new Promise<void>((started, failed) => {
      child.stdout?.on('data', () => {
        const port = /listens on (http:\S+)/.exec(service.output)?.[1];
        if (port === undefined || !service.output.endsWith('\n')) return;
        service.baseUrl = port;
        started();
      });
      child.once('exit', (code) => failed(new Error(`exit ${code}: ${service.errors}`)));
    });
    return service;
  }

  /** Starts it without waiting for anything. */
  static async launch({
    dataDirectory,
    env = {},
  }: { dataDirectory?: string; env?: NodeJS.ProcessEnv } = {}): Promise<TestService> {
    const directory = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'service-')));
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...env, DATA_DIR: directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new TestService(child, directory);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (service.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (service.errors += text));
    return service;
  }

  get tokens(): Tokens {
    return JSON.parse(readFileSync(join(this.dataDirectory, 'bootstrap.json'), 'utf8')) as Tokens;
  }

  /** Address of an environment's database. */
  databaseUrl(environment: Environment = 'development'): string {
    const file = readFileSync(join(this.dataDirectory, environment, 'postgres.json'), 'utf8');
    return (JSON.parse(file) as { url: string }).url;
  }

  /** Runs statements on an environment's database, as someone behind the service's back would. */
  async sql<Row extends object>(
    text: string,
    values: unknown[] = [],
    environment?: Environment,
  ): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl(environment) });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the process; answers its exit code, null where the signal killed it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const exited = once(this.process, 'exit');
      this.process.kill(signal);
      await exited;
    }
    return this.process.exitCode;
  }

  /** Stops the service and forgets its data. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    if (existsSync(this.dataDirectory)) await rm(this.dataDirectory, { recursive: true });
  }
}
