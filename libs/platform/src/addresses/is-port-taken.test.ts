import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { isPortTaken } from './is-port-taken.js';

it.each(['127.0.0.1', '0.0.0.0'])('a port is taken while somebody listens on it at %s', async (host) => {
  const server = createServer().listen({ port: 0, host });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isPortTaken(port)).toBe(true);
  server.close();
});

it('any free port is not taken', async () => {
  expect(await isPortTaken(0)).toBe(false);
});
