import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { AppProcess } from '../../../infra/distributed/app-process.ts';
import { mainFile, type App } from '../../../infra/distributed/apps.ts';
import { allUrls, urlOf } from '../../../infra/distributed/database-settings.ts';
import { findFreePort } from '../../../infra/ports.ts';

/** Milliseconds. */
const TO_END = 60_000;

/** One process of each app of a version, on a database and a broker that other versions use too. */
export class ReleaseProcesses {
  /** Where its gateway listens. */
  baseUrl = '';
  /** Of processes that ended unexpectedly, or not well. */
  readonly failures: string[] = [];
  private readonly running = new Map<App, AppProcess>();

  constructor(
    /** Where `dist` is. */
    private readonly folder: string,
    private readonly database: EnvironmentDatabase,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Resolves when it is ready. */
  async start(app: App): Promise<void> {
    const env = { ...this.env, ...urlOf(app, this.database) };
    if (app === 'verify-api') {
      env['PORT'] = String(await findFreePort());
      this.baseUrl = `http://127.0.0.1:${env['PORT']}`;
    }
    const name = mainFile(app, this.folder);
    const onChange = (sentence: string) => void this.failures.push(sentence);
    const started = new AppProcess({ app, name, env, folder: this.folder, onChange });
    this.running.set(app, started);
    await started.start();
  }

  /** Asks it to end, as Kubernetes does, and waits for that. */
  async end(app: App): Promise<void> {
    await this.running.get(app)?.stop(TO_END);
    this.running.delete(app);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.running.keys()].map((app) => this.end(app)));
  }

  /** Runs a command, such as `standalone/commands/migrate.js`. @returns its output. Rejects where it fails. */
  async command(file: string): Promise<string> {
    const urls = file.startsWith('standalone/') ? allUrls(this.database) : urlOf('verify-api', this.database);
    return runCommand(this.folder, file, { ...this.env, ...urls });
  }
}

/** Runs a command of a version. @returns its output. Rejects where it fails. */
export async function runCommand(folder: string, file: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await promisify(execFile)(process.execPath, [join(folder, 'dist', file)], { env })).stdout;
}
