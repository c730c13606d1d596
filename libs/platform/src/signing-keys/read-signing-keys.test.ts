import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { SigningKey } from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { StartError } from '../start-error.js';
import { readSigningKeys } from './read-signing-keys.js';
import { signingKeysFileOf } from './signing-keys-file.js';
import { changeSigningKeys } from './change-signing-keys.js';

const directory = temporaryFolder();

const settingsOf = (dataDirectory: string, file?: string, environment: Environment = 'development') => ({
  environment,
  dataDirectory,
  signingKeysFile: file,
});

describe('signing keys', () => {
  it('are created once, for their owner only, and read again', async () => {
    const data = join(directory, 'once');
    const rings = await Promise.all([1, 2].map(() => readSigningKeys(settingsOf(data))));
    const again = await readSigningKeys(settingsOf(data));
    const ids = [...rings, again].map((ring) => ring.newest('answer').keyId);
    expect(new Set(ids).size).toBe(1);
    expect((await stat(join(data, 'development', 'signing-keys.json'))).mode & 0o777).toBe(0o600);
    const other = await readSigningKeys(settingsOf(data, undefined, 'production'));
    expect(other.newest('answer').keyId).not.toBe(ids[0]);
  });

  it('are neither read nor created on a restored copy', async () => {
    const data = join(directory, 'copied');
    const settings = settingsOf(data);
    const copy = { ...settings, restoredCopy: true };
    expect((await readSigningKeys(copy)).all('answer')).toEqual([]);
    await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' });
    await readSigningKeys(settings);
    const ring = await readSigningKeys(copy);
    expect(() => ring.newest('answer')).toThrow('There is no key for the purpose answer.');
  });

  it('are never created where a setting names the file', async () => {
    const missing = join(directory, 'missing.json');
    await expect(readSigningKeys(settingsOf(directory, missing))).rejects.toThrow(
      `The signing keys in SIGNING_KEYS_FILE (${missing}) are missing.`,
    );
  });

  it('are not created with MAKE_MISSING=off, but read where they are', async () => {
    const settings = { ...settingsOf(join(directory, 'never')), makeMissing: false };
    await expect(readSigningKeys(settings)).rejects.toThrow(
      'SIGNING_KEYS_FILE must give a file with the signing keys; with MAKE_MISSING=off the service makes none.',
    );
    const made = await readSigningKeys({ ...settings, makeMissing: true });
    const read = await readSigningKeys(settings);
    expect(read.toFileText()).toBe(made.toFileText());
  });

  it.each([
    ['no JSON', 'secret-looking'],
    ['no keys', '{}'],
    ['a key of another kind', '{"keys":[{"purpose":"answer","kty":"RSA"}]}'],
    ['not every purpose', '{"keys":[]}'],
  ])('are refused where the file holds %s, and not shown', async (_, content) => {
    const file = join(directory, 'keys.json');
    await writeFile(file, content);
    const refused = await readSigningKeys(settingsOf(directory, file)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as StartError).message).not.toContain(content);
  });

  it('are refused where one half was replaced', async () => {
    const data = join(directory, 'exchanged');
    await readSigningKeys(settingsOf(data));
    const path = join(data, 'development', 'signing-keys.json');
    const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: { d: string }[] };
    const [first, second] = keys as [{ d: string }, { d: string }];
    [first.d, second.d] = [second.d, first.d];
    await writeFile(path, JSON.stringify({ keys }));
    const refused = readSigningKeys(settingsOf(data));
    await expect(refused).rejects.toThrow('are not those of one Ed25519 key');
  });
});

describe('a file of signing keys that is changed', () => {
  it('has the new content, for its owner only', async () => {
    const settings = settingsOf(join(directory, 'changed'));
    const before = await readSigningKeys(settings);
    const file = signingKeysFileOf(settings);
    const made = SigningKey.generate('answer', new Date(Date.now() + 1).toISOString());
    await changeSigningKeys(file, (ring) => ring.with(made));
    const after = await readSigningKeys(settings);
    expect(after.newest('answer').publicKey).toBe(made.publicKey);
    expect(after.all('answer')[1]?.keyId).toBe(before.newest('answer').keyId);
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  });

  it('must be the service’s own, and exist', async () => {
    const named = signingKeysFileOf(settingsOf(directory, '/etc/keys.json'));
    await expect(changeSigningKeys(named, (ring) => ring)).rejects.toThrow(
      'SIGNING_KEYS_FILE (/etc/keys.json) is your own file',
    );
    const missing = signingKeysFileOf(settingsOf(join(directory, 'nothing')));
    await expect(changeSigningKeys(missing, (ring) => ring)).rejects.toThrow('the first start creates it');
  });
});
