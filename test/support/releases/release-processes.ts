import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { endProcess, hasEnded } from '@service/platform/processes';
import { APPS, GATEWAYS, OWNERS, type App } from '../../../infra/distributed/apps.ts';
import { allUrls, urlsOf } from '../../../infra/distributed/database-settings.ts';
import { findFreePort } from '../../../infra/ports.ts';
import { Client } from '../client.js';
import { keepLogs } from '../keep-logs.js';
import type { Release } from './release.js';

const run = promisify(execFile);

/** One process of each app of a release, on the database and the broker of others. */
export class ReleaseProcesses {
  /** Where its gateway listens. */
  baseUrl = '';
  /** Clients repeat what is answered with 503, as they are told to. */
  readonly distributed = true;
  /** What its processes logged. */
  readonly lines: string[] = [];
  private readonly children = new Map<App, ChildProcess>();

  constructor(
    readonly release: Release,
    private readonly database: EnvironmentDatabase,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  get name(): string {
    return this.release.name;
  }

  /** A client of its gateway with a credential. */
  as(token: string): Client {
    return new Client(this, token);
  }

  startOwners(): Promise<unknown> {
    return Promise.all(OWNERS.map((app) => this.start(app)));
  }

  async startGateway(): Promise<void> {
    const port = await findFreePort();
    this.baseUrl = `http://127.0.0.1:${port}`;
    await this.start('verify-api', { PORT: String(port) });
  }

  endOwners(): Promise<unknown> {
    return Promise.all(OWNERS.map((app) => this.end(app)));
  }

  endGateway(): Promise<unknown> {
    return Promise.all(GATEWAYS.map((app) => this.end(app)));
  }

  /** Ends what runs still, also after a failure. */
  async kill(): Promise<void> {
    for (const app of APPS) {
      const child = this.children.get(app);
      if (child !== undefined) await endProcess(child, 'SIGKILL');
    }
  }

  /** Runs a command, such as `standalone/commands/migrate.js`. @returns its output. */
  async command(file: string, ...words: string[]): Promise<string> {
    const urls = file.startsWith('standalone/')
      ? allUrls([this.database])
      : urlsOf('verify-api', [this.database]);
    const env = { ...this.env, ...urls };
    const program = join(this.release.folder, 'dist', file);
    return (await run(process.execPath, [program, ...words], { env })).stdout;
  }

  private async start(app: App, more: NodeJS.ProcessEnv = {}): Promise<void> {
    const child = spawn(process.execPath, [join(this.release.folder, 'dist', app, 'main.js')], {
      env: { ...this.env, ...urlsOf(app, [this.database]), ...more },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.children.set(app, child);
    keepLogs(child);
    const said = new Promise<void>((ready) => {
      for (const input of [child.stdout, child.stderr]) {
        if (input === null) continue;
        createInterface({ input }).on('line', (line) => {
          if (/ is ready/.test(line)) ready();
          else this.lines.push(line);
        });
      }
    });
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The ${this.name} ${app} ended with ${signal ?? code}: ${this.lines.join('\n')}`);
    });
    // One that has been ended on purpose later.
    ended.catch(() => undefined);
    await Promise.race([said, ended]);
  }

  /** Asks it to end, as Kubernetes does. @throws where it has ended before, or does not end well. */
  private async end(app: App): Promise<void> {
    const child = this.children.get(app);
    if (child === undefined || hasEnded(child)) throw new Error(`The ${this.name} ${app} does not run.`);
    await endProcess(child, 'SIGTERM');
    if (child.exitCode !== 0) throw new Error(`The ${this.name} ${app} ended with ${child.exitCode}.`);
  }
}
