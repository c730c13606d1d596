import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onceGone } from './once-gone.js';

let server: Server;
let caller: Socket;
let response: ServerResponse;
let calls: number;
const listener = () => (calls += 1);

beforeEach(async () => {
  calls = 0;
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
});
afterEach(() => {
  caller.destroy();
  server.close();
});

async function go(): Promise<void> {
  caller.destroy();
  await once(response, 'close');
}

it('tells of a caller who goes away', async () => {
  onceGone(response, listener);
  expect(calls).toBe(0);
  await go();
  expect(calls).toBe(1);
});

it('tells of a caller who has gone away before, but not at once', async () => {
  await go();
  onceGone(response, listener);
  expect(calls).toBe(0);
  await Promise.resolve();
  expect(calls).toBe(1);
});

it('tells nothing that is forgotten', async () => {
  onceGone(response, listener)();
  await go();
  onceGone(response, listener)();
  await Promise.resolve();
  expect(calls).toBe(0);
});
