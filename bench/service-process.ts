import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The service in a process of its own. */
export interface ServiceProcess {
  pid: number;
  port: number;
  token: string;
  /** Milliseconds from the process's creation until it has printed its last line. */
  startedIn: number;
  /** Sends a JSON request with the admin's token and answers its status and body. */
  ask<Answer>(method: string, path: string, body?: object): Promise<{ status: number; body: Answer }>;
  stop(): Promise<void>;
}

/** Starts the service on a directory and any free port, and waits until it invites to verify a record. */
export async function startService(dataDirectory: string): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'apps/standalone/dist/main.js')], {
    env: environmentFor(dataDirectory),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code} at its start.`)));
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      const found = /curl .*:(\d+)\/v1\/records\/verify/.exec(printed)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const startedIn = performance.now() - startedAt;
  const tokens = JSON.parse(readFileSync(join(dataDirectory, 'bootstrap.json'), 'utf8')) as {
    development: { admin: string };
  };
  const token = tokens.development.admin;
  return {
    pid: child.pid as number,
    port,
    token,
    startedIn,
    async ask<Answer>(method: string, path: string, body?: object) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Settings of the service and of commands that run beside it. */
function environmentFor(dataDirectory: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: dataDirectory,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  };
}

/** Runs a command of the gateway on the service's data and answers what it printed. */
export async function runCommand(dataDirectory: string, name: string, ...words: string[]): Promise<string> {
  const script = join(ROOT, `apps/verify-api/dist/commands/${name}.js`);
  const child = spawn(process.execPath, [script, ...words], {
    env: environmentFor(dataDirectory),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with code ${code}.`);
  return printed;
}
