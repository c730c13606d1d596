import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../infra/run-program.ts';
import { askAt, type Ask } from './ask.ts';
import { startScript } from '../infra/start-script.ts';

export const ROOT = join(import.meta.dirname, '..');

/** The last line that a start prints: an invitation to verify a record, with the port. */
export const INVITATION = /curl .*:(\d+)\/v1\/records\/verify/;

/** The service in a separate process. */
export interface ServiceProcess {
  pid: number;
  port: number;
  token: string;
  /** URL of development's database, as the superuser and as the gateway. */
  databaseUrl: string;
  gatewayUrl: string;
  /** Milliseconds from the process's creation until it has printed its last line. */
  startedIn: number;
  /** With the admin's token. */
  ask: Ask;
  stop(): Promise<void>;
}

/** Starts the service on a directory and any free port, and waits until it invites to verify a record. */
export async function startService(
  dataDirectory: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const script = join(ROOT, 'dist/standalone/main.js');
  const env = { ...environmentFor(dataDirectory), ...settings };
  const { found, ...started } = await startScript(script, env, INVITATION);
  const port = Number(found[0]);
  const token = adminToken(dataDirectory);
  const databaseUrl = databaseUrlIn(dataDirectory);
  const gatewayUrl = gatewayUrlIn(dataDirectory);
  return { ...started, port, token, databaseUrl, gatewayUrl, ask: askAt(port, token) };
}

/** The admin's token of development, as the start has written it down. */
export function adminToken(dataDirectory: string): string {
  const tokens = JSON.parse(readFileSync(join(dataDirectory, 'bootstrap.json'), 'utf8')) as {
    development: { admin: string };
  };
  return tokens.development.admin;
}

/** Where the embedded server of development is found, as the superuser. */
function databaseUrlIn(dataDirectory: string): string {
  const file = readFileSync(join(dataDirectory, 'development', 'postgres.json'), 'utf8');
  return (JSON.parse(file) as { url: string }).url;
}

/** That database with the gateway's role. */
function gatewayUrlIn(dataDirectory: string): string {
  const file = readFileSync(join(dataDirectory, 'development', 'database-roles.json'), 'utf8');
  const { verify_api: password } = JSON.parse(file) as { verify_api: string };
  return Object.assign(new URL(databaseUrlIn(dataDirectory)), { username: 'service_verify_api', password })
    .href;
}

/** Settings of the service and of commands that run beside it. */
export function environmentFor(dataDirectory: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: dataDirectory,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'error',
    DELIVERY_LOOPBACK: 'on',
    // Limits that no caller reaches.
    MAX_REQUESTS: '10000',
    RATE_LIMIT_VERIFY: '1000000',
    RATE_LIMIT_READ: '1000000',
    RATE_LIMIT_WRITE: '1000000',
  };
}

/** Runs a command of the gateway on the service's data and returns its output. */
export async function runCommand(dataDirectory: string, name: string, ...words: string[]): Promise<string> {
  const script = join(ROOT, `dist/verify-api/commands/${name}.js`);
  const env = environmentFor(dataDirectory);
  const { code, stdout, stderr } = await runProgram(process.execPath, [script, ...words], { env });
  if (code !== 0) throw new Error(`${name} ended with code ${code}: ${stderr}`);
  return stdout;
}
