import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: a client that asks a port of that range again and again
 *  while its server is down may be given that very port for itself, and the server then cannot come back. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

/** Whether somebody listens on the port of the loopback address, or of all addresses. */
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

/** A port of the loopback address that is free now; whoever listens on it must be ready to lose it to another. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (!(await isPortTaken(port))) return port;
  }
}
