import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endProcess } from '@service/platform/processes';
import { waitFor } from '@service/platform/waiting';

const run = promisify(execFile);
/** Milliseconds after which a server that does not listen is given up, and between two looks. */
const [PATIENCE, LOOK] = [30_000, 100];

/** What callers got who wait for their answer before they ask again; times in milliseconds. */
interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

/** A running immudb, and what puts load on it. */
export interface Immudb extends AsyncDisposable {
  load(what: 'set' | 'get', callers: number, seconds: number): Promise<Load>;
}

/** Starts immudb on an empty directory; of its defaults only the most writes at a time differ. */
export async function startImmudb(tool: string, directory: string): Promise<Immudb> {
  await mkdir(directory, { recursive: true });
  const port = await freePort();
  const server = spawn(tool, ['serve', join(directory, 'data'), String(port)], {
    stdio: 'ignore',
    cwd: directory,
  });
  if ((await waitFor(() => listens(port), PATIENCE, LOOK)) === undefined) {
    await endProcess(server, 'SIGTERM', PATIENCE);
    throw new Error('immudb did not listen.');
  }
  const ask = (word: string, ...words: string[]) =>
    run(tool, [word, join(directory, 'clients'), String(port), ...words]);
  await ask('create');
  return {
    async load(what, callers, seconds) {
      return JSON.parse((await ask('load', what, String(callers), String(seconds))).stdout) as Load;
    },
    [Symbol.asyncDispose]: () => endProcess(server, 'SIGTERM', PATIENCE),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function listens(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(undefined));
  });
}
