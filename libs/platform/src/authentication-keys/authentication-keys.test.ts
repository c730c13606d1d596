import { createHmac, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { temporaryFolder } from '@service/testing/fixtures';
import { StartError } from '../start-error.js';
import { AuthenticationKey } from './authentication-key.js';
import { AuthenticationKeys } from './authentication-keys.js';
import { readCommandKeys, readEventKeys } from './read-authentication-keys.js';

const newLine = () => randomBytes(32).toString('base64');
const keyOf = (line: string) => AuthenticationKey.parse(line) as AuthenticationKey;
const [first, second] = [keyOf(newLine()), keyOf(newLine())];

describe('an authentication key', () => {
  it('makes HMAC-SHA-256 of a context, a line feed and a message', () => {
    // RFC 4231, test case 2, whose key has 4 bytes: HMAC fills it with zeros, so 32 bytes that end so are the same key.
    const line = Buffer.concat([Buffer.from('Jefe'), Buffer.alloc(28)]).toString('base64');
    const expected = createHmac('sha256', 'Jefe').update('what do ya want\nfor nothing?').digest('hex');
    expect(keyOf(line).mac('what do ya want', 'for nothing?').toString('hex')).toBe(expected);
  });

  it('is 32 bytes', () => {
    for (const text of [
      '',
      'short',
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
    ]) {
      expect([text, AuthenticationKey.parse(text)]).toEqual([text, null]);
    }
  });
});

describe('authentication keys', () => {
  it('accept a code under its context and for its message only', () => {
    const keys = new AuthenticationKeys([first]);
    const code = keys.code('command/v1', 'text');
    expect(keys.isAuthentic(code, 'command/v1', 'text')).toBe(true);
    expect(keys.isAuthentic(code, 'command/v1', Buffer.from('text'))).toBe(true);
    const [id, mac = ''] = code.split('.');
    const changed = `${id}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    const forged: [string | null | undefined, string, string][] = [
      [code, 'reply/v1', 'text'],
      [code, 'command/v1', 'text '],
      [code, 'command/v1\nt', 'ext'],
      [changed, 'command/v1', 'text'],
      [code.slice(0, -1), 'command/v1', 'text'],
      [`${code}A`, 'command/v1', 'text'],
      [`${second.id}.${mac}`, 'command/v1', 'text'],
      ['', 'command/v1', 'text'],
      [null, 'command/v1', 'text'],
      [undefined, 'command/v1', 'text'],
    ];
    for (const [given, context, message] of forged) {
      expect([given, keys.isAuthentic(given, context, message)]).toEqual([given, false]);
    }
  });

  it('make codes under the first key, and accept those of every key', () => {
    const [old, both] = [new AuthenticationKeys([second]), new AuthenticationKeys([first, second])];
    expect(both.code('a', 'b').split('.')[0]).toBe(first.id);
    expect(both.isAuthentic(old.code('a', 'b'), 'a', 'b')).toBe(true);
    expect(old.isAuthentic(both.code('a', 'b'), 'a', 'b')).toBe(false);
  });

  it('are read again, at most once a second, and stay where nothing can be read', () => {
    let [now, reads] = [0, 0];
    let current: AuthenticationKey[] = [];
    const readAgain = () => {
      reads += 1;
      return current;
    };
    const keys = new AuthenticationKeys([first], readAgain, () => now);
    const code = new AuthenticationKeys([second]).code('a', 'b');
    now = 1_000;
    expect(keys.isAuthentic(code, 'a', 'b')).toBe(false);
    current = [second, first];
    expect(keys.isAuthentic(code, 'a', 'b')).toBe(false);
    expect(reads).toBe(1);
    now = 2_000;
    expect(keys.isAuthentic(code, 'a', 'b')).toBe(true);
    expect(keys.code('a', 'b')).toBe(code);
  });
});

describe('the files of authentication keys', () => {
  let directory: string;
  beforeEach(() => {
    directory = temporaryFolder();
  });

  const settingsOf = (
    commandKeysFiles: { record_store?: string },
    environment: Environment = 'development',
  ) => ({
    environment,
    dataDirectory: directory,
    commandKeysFiles,
    eventKeysFiles: {},
  });

  it('are created in the data directory, one for each owner and purpose', async () => {
    const settings = settingsOf({});
    const never = () => Promise.resolve(false);
    const rings = [
      await readCommandKeys(settings, 'record_store'),
      await readCommandKeys(settings, 'credential_authority'),
      await readEventKeys(settings, 'record_store', never),
      await readCommandKeys(settingsOf({}, 'production'), 'record_store'),
    ];
    expect(new Set(rings.flatMap(({ ids }) => ids)).size).toBe(4);
    const again = await readCommandKeys(settings, 'record_store');
    expect(again.ids).toEqual(rings[0]?.ids);
    const missing = readEventKeys(settingsOf({}, 'production'), 'record_store', () => Promise.resolve(true));
    await expect(missing).rejects.toThrow(StartError);
  });

  it('are those that a setting names, 32 bytes on every line', async () => {
    const path = join(directory, 'keys');
    const settings = settingsOf({ record_store: path });
    const read = () => readCommandKeys(settings, 'record_store');
    await expect(read()).rejects.toThrow(/^COMMAND_KEYS_RECORD_STORE_FILE .* cannot be read\.$/);
    const line = newLine();
    await writeFile(path, `${line}\n`);
    expect((await read()).ids).toEqual([keyOf(line).id]);
    await writeFile(path, `${line}\nshort\n`);
    await expect(read()).rejects.toThrow('must hold 32 bytes in base64 on every line');
  });
});
