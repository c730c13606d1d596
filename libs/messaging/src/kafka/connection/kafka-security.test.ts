import { once } from 'node:events';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { eventually } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import { kafkaSecurity, type KafkaSecuritySettings } from './kafka-security.js';

const pem = (name: string) => resolve(import.meta.dirname, '../../../../../test/support/tls', name);

const NONE: KafkaSecuritySettings = {
  kafkaTls: false,
  kafkaTlsCaFile: undefined,
  kafkaTlsCertFile: undefined,
  kafkaTlsKeyFile: undefined,
  kafkaSaslUsername: undefined,
  kafkaSaslPasswordFile: undefined,
  kafkaAllowPlaintext: false,
};

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

/** Opens a connection as kafkajs does; answers why it failed, or null. */
async function connected(settings: Partial<KafkaSecuritySettings>, port: number, host = '127.0.0.1') {
  return attempt(kafkaSecurity({ ...NONE, ...settings }), port, host);
}

function attempt({ socketFactory }: ReturnType<typeof kafkaSecurity>, port: number, host = '127.0.0.1') {
  let socket: Socket | undefined;
  return new Promise<string | null>((done) => {
    const onConnect = () => done(null);
    socket = socketFactory({ host, port, onConnect });
    socket.on('error', (error) => done(error.message));
  }).finally(() => socket?.end());
}

describe('connections over TLS', () => {
  let server: Server;
  let port: number;
  const clients: TLSSocket[] = [];
  const shown: (string | undefined)[] = [];
  beforeAll(async () => {
    const [cert, key] = await Promise.all([readFile(pem('first.pem')), readFile(pem('first.key.pem'))]);
    server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (socket) => {
      clients.push(socket.on('error', () => undefined));
      shown.push(socket.getPeerX509Certificate()?.toString());
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  it('are opened to a broker whose certificate comes from the authority, and to no other', async () => {
    expect(await connected({ kafkaTls: true, kafkaTlsCaFile: pem('first.pem') }, port)).toBeNull();
    expect(await connected({ kafkaTls: true, kafkaTlsCaFile: pem('second.pem') }, port)).toMatch(
      /certificate/,
    );
    expect(await connected({ kafkaTls: true }, port)).toMatch(/certificate/);
  });

  it('are opened to a broker of the certificate’s name only', async () => {
    const [cert, key] = await Promise.all([readFile(pem('named.pem')), readFile(pem('named.key.pem'))]);
    server.setSecureContext({ cert, key });
    try {
      const refused = await connected({ kafkaTls: true, kafkaTlsCaFile: pem('named.pem') }, port);
      expect(refused).toMatch(/does not match certificate/);
    } finally {
      server.setSecureContext({
        cert: await readFile(pem('first.pem')),
        key: await readFile(pem('first.key.pem')),
      });
    }
  });

  it('show the client’s certificate', async () => {
    const own = { kafkaTlsCertFile: pem('second.pem'), kafkaTlsKeyFile: pem('second.key.pem') };
    expect(await connected({ kafkaTls: true, kafkaTlsCaFile: pem('first.pem'), ...own }, port)).toBeNull();
    const certificate = await readFile(pem('second.pem'), 'utf8');
    await eventually(() => expect(shown).toContain(certificate));
  });

  it('use the files as they are at each connection, and what they were while one is being replaced', async () => {
    const kafkaTlsCaFile = join(directory, 'ca.pem');
    await copyFile(pem('second.pem'), kafkaTlsCaFile);
    const security = kafkaSecurity({ ...NONE, kafkaTls: true, kafkaTlsCaFile });
    expect(await attempt(security, port)).toMatch(/certificate/);
    await copyFile(pem('first.pem'), kafkaTlsCaFile);
    expect(await attempt(security, port)).toBeNull();
    await rm(kafkaTlsCaFile);
    expect(await attempt(security, port)).toBeNull();
  });
});

it('a connection without TLS goes no farther than the loopback address, whatever a broker advertises', async () => {
  expect(await connected({}, 9092, 'kafka.example')).toBe(
    'kafka.example:9092 is beyond the loopback address, so KAFKA_TLS must be on',
  );
  expect(await connected({ kafkaAllowPlaintext: true }, 1, '127.0.0.1')).toMatch(/ECONNREFUSED/);
});

it('a login uses the password as it is at each time, and what it was while its file is being replaced', async () => {
  const kafkaSaslPasswordFile = join(directory, 'password');
  await writeFile(kafkaSaslPasswordFile, 'one\n');
  const { sasl } = kafkaSecurity({ ...NONE, kafkaSaslUsername: 'service', kafkaSaslPasswordFile });
  expect(sasl).toMatchObject({ mechanism: 'scram-sha-512', username: 'service', password: 'one' });
  await writeFile(kafkaSaslPasswordFile, 'two\n');
  expect(sasl).toMatchObject({ password: 'two' });
  await writeFile(kafkaSaslPasswordFile, '');
  expect(sasl).toMatchObject({ password: 'two' });
});

it('a file that cannot be used stops the start with the names of its settings', () => {
  const missing = join(directory, 'missing');
  for (const settings of [
    { kafkaTls: true, kafkaTlsCaFile: missing },
    { kafkaTls: true, kafkaTlsCertFile: pem('first.pem'), kafkaTlsKeyFile: pem('second.key.pem') },
    { kafkaSaslUsername: 'service', kafkaSaslPasswordFile: missing },
  ]) {
    expect(() => kafkaSecurity({ ...NONE, ...settings })).toThrow(StartError);
  }
  expect(() => kafkaSecurity({ ...NONE, kafkaTls: true, kafkaTlsCaFile: missing })).toThrow(
    /KAFKA_TLS_CA_FILE/,
  );
});
