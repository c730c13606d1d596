import { execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPortTaken } from '@service/platform/addresses';
import { endProcess } from '@service/platform/processes';
import { waitFor } from '@service/platform/waiting';
import { findFreePort } from '../../infra/ports.ts';
import { buildTool, toolPath } from '../../infra/tools/tools.ts';

/** Milliseconds until the server must listen. */
const PATIENCE = 60_000;

/** A call of immudb's client, which checks the proof of each answer. */
export type ImmudbCall = 'VerifiedSet' | 'VerifiedGet';

/** Milliseconds, and calls a second. */
export interface Figures {
  per_second: number;
  p50_ms: number;
  p99_ms: number;
}

/** An immudb server with its default settings, under which a write waits for the disk. */
export interface Immudb {
  /** Calls for some seconds from clients that each wait for their answer. */
  load(call: ImmudbCall, clients: number, seconds: number): Promise<Figures>;
  stop(): Promise<void>;
}

/**
 * Starts a server in an empty directory.
 * @throws StartError where it cannot be built.
 */
export async function startImmudb(directory: string): Promise<Immudb> {
  await buildTool('immudb');
  const program = toolPath('immudb');
  const [server, clients] = [join(directory, 'server'), join(directory, 'clients')];
  await mkdir(server, { recursive: true });
  const port = await findFreePort();
  const child = spawn(program, ['serve', server, String(port)], { stdio: 'ignore' });
  const stop = () => endProcess(child, 'SIGTERM');
  if ((await waitFor(async () => ((await isPortTaken(port)) ? true : undefined), PATIENCE)) === undefined) {
    await stop();
    throw new Error('immudb does not listen.');
  }
  return {
    load: async (call, callers, seconds) => {
      const words = [call, clients, port, callers, seconds].map(String);
      return JSON.parse((await promisify(execFile)(program, words)).stdout) as Figures;
    },
    stop,
  };
}
