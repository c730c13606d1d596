import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { InnerDoor } from './inner-door.js';

let directory: string;
let door: InnerDoor | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'inner-door-'));
});
afterEach(async () => {
  await door?.close();
  await rm(directory, { recursive: true });
});

it('reads on after an answer that ends the connection, so that nobody who still writes loses the answer', async () => {
  const file = join(directory, 'gateway.sock');
  door = new InnerDoor(file, (_request, response) => {
    response.writeHead(400, { connection: 'close', 'content-length': 0 });
    response.end();
  });
  await door.listen();
  const socket = connect({ path: file, allowHalfOpen: true }).setEncoding('utf8');
  let received = '';
  socket.on('data', (part: string) => (received += part));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc');
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  // Rejects where the other side is gone.
  const closed = once(socket, 'close');
  socket.end('def');
  expect(await closed).toEqual([false]);
});
