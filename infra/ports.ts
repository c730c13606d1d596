import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range of ports for outgoing connections. A client that retries a port of that range while its
 * server is down may get this very port as its own, and the server then cannot listen on it again.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

/** Whether the port is in use on the loopback address, or on all addresses. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch {
    return true;
  }
  server.close();
  await once(server, 'close');
  return false;
}

/** A port of the loopback address that is free now; another program may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (!(await isPortTaken(port))) return port;
  }
}

/** Several such ports. */
export async function findFreePorts(count: number): Promise<[number, ...number[]]> {
  const first = await findFreePort();
  const ports = new Set([first]);
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports] as [number, ...number[]];
}
