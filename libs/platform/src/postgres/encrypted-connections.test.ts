import { chmod, chown, copyFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { DataSource } from 'typeorm';
import { createLogger } from '../logging/create-logger.js';
import { ask } from '../testing/embedded-server.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { withClient } from './client.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import { createPool } from './pool.js';

const CERTIFICATES = resolve('test/support/tls');
const ENCRYPTED = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

interface Row {
  ssl: boolean;
}

/** The ways in which this service opens connections. */
const WAYS: Record<string, (url: string) => Promise<Row[]>> = {
  async 'a pool'(url) {
    const pool = createPool(url, { max: 1, applicationName: 'test', logger: createLogger('silent') });
    try {
      return (await pool.query<Row>(ENCRYPTED)).rows;
    } finally {
      await pool.end();
    }
  },
  async 'a single client'(url) {
    return (await withClient(url, (client) => client.query<Row>(ENCRYPTED))).rows;
  },
  async TypeORM(url) {
    const source = new DataSource({ type: 'postgres', url });
    try {
      await source.initialize();
      return await source.query<Row[]>(ENCRYPTED);
    } finally {
      if (source.isInitialized) await source.destroy();
    }
  },
};

let temporary: TemporaryDirectory;
let server: EmbeddedServer;
beforeAll(async () => {
  temporary = temporaryDirectory();
  server = await startEmbeddedServer({ directory: temporary.path, database: 'service' });
  await present('first');
  await ask(server.url, 'ALTER SYSTEM SET ssl = on');
  await reload();
  await eventually(async () => expect(await ask(server.url, 'SHOW ssl')).toBe('on'));
});
afterAll(async () => {
  await server.stop();
  temporary[Symbol.dispose]();
});

/** Gives the server one of the certificates, under the names that it expects by default. */
async function present(certificate: 'first' | 'named'): Promise<void> {
  const cluster = join(temporary.path, 'postgres');
  const { uid, gid } = await stat(cluster);
  for (const [from, to] of [
    [`${certificate}.pem`, 'server.crt'],
    [`${certificate}.key.pem`, 'server.key'],
  ] as const) {
    await copyFile(join(CERTIFICATES, from), join(cluster, to));
    await chown(join(cluster, to), uid, gid);
    // The server takes no key that others can read.
    await chmod(join(cluster, to), 0o600);
  }
}

async function reload(): Promise<void> {
  await ask(server.url, 'SELECT pg_reload_conf()');
}

/** The server's URL that trusts one of the certificates. */
function urlTrusting(certificate: 'first' | 'second' | 'named'): string {
  const url = new URL(server.url);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', join(CERTIFICATES, `${certificate}.pem`));
  return url.href;
}

/** Why a connection was not opened, in the words of the client. */
async function refusal(connecting: Promise<unknown>): Promise<string> {
  try {
    await connecting;
    return 'it was opened';
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return cause?.message ?? message;
  }
}

describe.each(Object.entries(WAYS))('%s', (_, ask) => {
  it('is not encrypted where its URL does not ask for it', async () => {
    expect(await ask(server.url)).toEqual([{ ssl: false }]);
  });

  it('is encrypted where its URL asks for it', async () => {
    expect(await ask(urlTrusting('first'))).toEqual([{ ssl: true }]);
  });

  it('is not opened to a server with the certificate of another authority', async () => {
    expect(await refusal(ask(urlTrusting('second')))).toMatch(/self-signed certificate/);
  });
});

it('no connection is opened to a server with a certificate for another name', async () => {
  await present('named');
  await reload();
  for (const ask of Object.values(WAYS)) {
    await eventually(async () => {
      expect(await refusal(ask(urlTrusting('named')))).toMatch(/does not match certificate's altnames/);
    });
  }
});
