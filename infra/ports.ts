import { isPortTaken } from '@service/platform/addresses';

/**
 * Below the range of ports for outgoing connections. A client that retries a port of that range while its
 * server is down may get this very port as its own, and the server then cannot listen on it again.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

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
