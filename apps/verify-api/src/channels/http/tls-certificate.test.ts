import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { temporaryFolder } from '@service/testing/fixtures';
import { TlsCertificate } from './tls-certificate.js';

const fixture = (name: string) => resolve('test/support/tls', name);
let directory: string;
let settings: { tlsCertFile: string; tlsKeyFile: string };

beforeEach(async () => {
  directory = temporaryFolder();
  settings = { tlsCertFile: join(directory, 'cert.pem'), tlsKeyFile: join(directory, 'key.pem') };
  await install('first', 'first');
});

async function install(certificate: string, key: string): Promise<void> {
  await copyFile(fixture(`${certificate}.pem`), settings.tlsCertFile);
  await copyFile(fixture(`${key}.key.pem`), settings.tlsKeyFile);
}

async function read(): Promise<TlsCertificate> {
  const certificate = await TlsCertificate.read(settings);
  if (certificate === null) throw new Error('There is no certificate.');
  return certificate;
}

describe('a certificate', () => {
  it('is not used if no setting names one', async () => {
    expect(await TlsCertificate.read({ tlsCertFile: undefined, tlsKeyFile: undefined })).toBeNull();
  });

  it('is for at least TLS 1.2', async () => expect((await read()).options.minVersion).toBe('TLSv1.2'));

  it('that cannot be read, or does not match the key, stops the start with an explanation', async () => {
    await install('first', 'second');
    await expect(read()).rejects.toThrow(StartError);
    await expect(read()).rejects.toThrow(
      `TLS_CERT_FILE (${settings.tlsCertFile}) and TLS_KEY_FILE (${settings.tlsKeyFile}) cannot be used together: `,
    );
    for (const content of ['no certificate', '']) {
      for (const file of [settings.tlsCertFile, settings.tlsKeyFile]) {
        await install('first', 'first');
        await writeFile(file, content);
        await expect(read()).rejects.toThrow('cannot be used together');
      }
    }
    await rm(settings.tlsKeyFile);
    await expect(read()).rejects.toThrow(`TLS_KEY_FILE (${settings.tlsKeyFile}) cannot be read.`);
  });

  it('is passed to the server again only if the files changed', async () => {
    const given: SecureContextOptions[] = [];
    const server = { setSecureContext: (options: SecureContextOptions) => void given.push(options) };
    const certificate = await read();
    await certificate.renew(server);
    expect(given).toEqual([]);
    await install('second', 'first');
    await expect(certificate.renew(server)).rejects.toThrow('cannot be used together');
    await rm(settings.tlsKeyFile);
    await expect(certificate.renew(server)).rejects.toThrow('cannot be read');
    expect(given).toEqual([]);
    await install('second', 'second');
    await certificate.renew(server);
    await certificate.renew(server);
    expect(given).toHaveLength(1);
    expect(certificate.options).toBe(given[0]);
    expect(given[0]?.minVersion).toBe('TLSv1.2');
  });
});
