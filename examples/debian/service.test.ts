import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, connectService } from './service.ts';

describe('the address of the service', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
    [{ PORT: '8080', SERVICE_URL: 'http://service.example' }, 'http://service.example'],
    [{ SERVICE_URL: 'http://service.example:80/' }, 'http://service.example:80'],
  ])('that %j names is %s', (settings, address) => expect(addressOf(settings)).toBe(address));
});

describe('a service', () => {
  let DATA_DIR: string;
  beforeEach(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'debian-'));
    await writeFile(join(DATA_DIR, 'bootstrap.json'), '{"development":{"admin":"svc_dev_token"}}');
  });
  afterEach(() => rm(DATA_DIR, { recursive: true }));

  it('that is not running yet is waited for, and a message says how to name another', async () => {
    const server = createServer((_request, response) => response.end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const service = await connectService({ DATA_DIR, PORT: String(port) });
    const sentences: string[] = [];
    service.onChange = (sentence) => {
      sentences.push(sentence);
      if (sentences.length === 1) server.listen(port, '127.0.0.1');
    };
    await service.reach();
    server.closeAllConnections();
    server.close();
    expect(sentences).toEqual([
      `The service at http://127.0.0.1:${port} is away (ECONNREFUSED); waiting. SERVICE_URL or PORT name another address.`,
      'The service is back.',
    ]);
  });

  it('without tokens is reported with the path of their file', async () => {
    await expect(connectService({ DATA_DIR: join(DATA_DIR, 'elsewhere') })).rejects.toThrow('bootstrap.json');
  });
});
