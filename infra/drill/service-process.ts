import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../distributed/apps.ts';
import { runProgram, type Outcome } from '../run-program.ts';
import { startScript, type StartedScript } from '../start-script.ts';

/** What a start prints: the addresses of the API, and of health and metrics. */
const ADDRESSES = /listens on (http:\S+) [^]*Health and metrics are on (http:\S+)\.\n/;

/** An answer of the service, with the members that the drill reads. */
export interface Answer {
  status: number;
  body: {
    id?: string;
    error?: { code: string };
    data?: { id: string }[];
    next_cursor?: string | null;
    evidence?: { provenance: { verified: boolean } };
    log?: { vkeys: string[] };
  };
}

/** Runs a program of the build to its end. */
export function runBuilt(file: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return runProgram(process.execPath, [join(ROOT, 'dist', file), ...words], { env });
}

/** The service as `npm start` runs it, on the database and the data directory that its settings name. */
export class ServiceProcess {
  url = '';
  private adminUrl = '';
  private started: StartedScript | undefined;
  private readonly env: NodeJS.ProcessEnv;

  /** @param settings in addition to those of every run of the drill. */
  constructor(settings: NodeJS.ProcessEnv) {
    this.env = {
      PATH: process.env['PATH'],
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'error',
      ENVIRONMENT: 'development',
      DELIVERY_LOOPBACK: 'on',
      ...settings,
    };
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    this.started = await startScript(join(ROOT, 'dist/standalone/main.js'), this.env, ADDRESSES);
    [this.url = '', this.adminUrl = ''] = this.started.found;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.started?.stop(signal);
  }

  /** Runs a command on its data, such as `verify-api/commands/scrub.js`. */
  command(file: string, ...words: string[]): Promise<Outcome> {
    return runBuilt(file, words, this.env);
  }

  /** Asks with the token of a role in the default project. */
  async ask(role: 'admin' | 'verify', method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const file = join(this.env['DATA_DIR'] ?? '', 'bootstrap.json');
    const tokens = JSON.parse(readFileSync(file, 'utf8')) as { development: Record<string, string> };
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${tokens.development[role]}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.adminUrl}/readyz`)).status === 200;
  }

  /** The value of a metric; undefined where it is absent. */
  async metric(name: string): Promise<number | undefined> {
    const text = await (await fetch(`${this.adminUrl}/metrics`)).text();
    const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  }
}
