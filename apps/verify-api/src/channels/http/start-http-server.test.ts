import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAddressRange, type AddressRange } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { createMetrics, type Metrics } from '@service/platform/metrics';
import { eventually } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import type { RequestHandler } from './request-handler.js';
import { startHttpServer, type HttpServer } from './start-http-server.js';

const fixture = (name: string) => resolve('test/support/tls', name);

let directory: string;
let files: { tlsCertFile: string; tlsKeyFile: string };
let server: HttpServer | undefined;
let lines: string[];
let metrics: Metrics;

beforeEach(async () => {
  directory = temporaryFolder();
  files = { tlsCertFile: join(directory, 'cert.pem'), tlsKeyFile: join(directory, 'key.pem') };
  await install('first');
  [server, lines] = [undefined, []];
});
afterEach(async () => {
  await server?.close();
});

async function install(name: string): Promise<void> {
  await copyFile(fixture(`${name}.pem`), files.tlsCertFile);
  await copyFile(fixture(`${name}.key.pem`), files.tlsKeyFile);
}

async function open(settings: object): Promise<HttpServer> {
  const note =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push(`${level} ${line.findLast((part) => typeof part === 'string')}`);
  const logger = { warn: note('warn'), info: note('info'), debug: () => undefined } as unknown as Logger;
  const handle: RequestHandler = (_, response) => void response.end();
  const usual = {
    port: 0,
    sharePort: false,
    maxConnections: 100,
    idleConnectionSeconds: 65,
    trustedProxies: [],
    corsOrigins: [],
    tlsCertFile: undefined,
    tlsKeyFile: undefined,
  };
  metrics = createMetrics(logger, 'development');
  server = await startHttpServer({ ...usual, ...settings }, handle, { logger, metrics, renewalPause: 10 });
  return server;
}

async function nameShown(port: number): Promise<unknown> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

/** Whether the port is free on all interfaces except loopback. */
async function isFreeElsewhere(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.2' });
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

describe('the HTTP server of a process', () => {
  it('listens on the loopback address only, without TLS or trusted proxies', async () => {
    const trustedProxies = [parseAddressRange('10.0.0.1') as AddressRange];
    const free: boolean[] = [];
    for (const settings of [{}, files, { trustedProxies }, { ...files, trustedProxies }]) {
      const { port } = await open(settings);
      free.push(await isFreeElsewhere(port));
      await server?.close();
    }
    expect(free).toEqual([true, false, false, false]);
  });

  it('names the port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const refused = open({ port });
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(`Port ${port} is taken; stop what listens there or set PORT.`);
    server.close();
  });

  it('reports when its certificate expires, also that of a new one', async () => {
    const expiry = async () =>
      (await metrics.collect()).find(({ name }) => name.startsWith('rvs_tls_'))?.samples;
    const expiryOf = async (name: string) =>
      new X509Certificate(await readFile(fixture(name))).validToDate.getTime() / 1_000;
    await open({});
    expect(await expiry()).toEqual([]);
    await server?.close();
    await open(files);
    expect(await expiry()).toMatchObject([
      { labels: { environment: 'development' }, value: await expiryOf('first.pem') },
    ]);
    await install('second');
    await eventually(async () =>
      expect(await expiry()).toMatchObject([{ value: await expiryOf('second.pem') }]),
    );
  });

  it('uses a new certificate soon, and keeps the old one while the new one is invalid', async () => {
    const { port } = await open(files);
    expect(await nameShown(port)).toBe('localhost');
    await writeFile(files.tlsCertFile, await readFile(fixture('second.pem')));
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatch(/^warn Reading TLS_CERT_FILE and TLS_KEY_FILE again is failing/);
    expect(await nameShown(port)).toBe('localhost');
    await install('second');
    await eventually(async () => expect(await nameShown(port)).toBe('records.example'));
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines[1]).toBe('info Reading TLS_CERT_FILE and TLS_KEY_FILE again works again.');
  });
});
