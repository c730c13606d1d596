import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet } from 'jose';
import { IssuerKeys } from './issuer-keys.js';
import type { KeySet } from './read-key-set.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DOWN = expect.objectContaining({
  code: 'service.unavailable',
  why: { cause: 'issuer_keys_unreadable', issuer: 'https://login.example', error: expect.any(String) },
});

const setOf = (text: string): KeySet => ({ text, find: createLocalJWKSet({ keys: [] }) });

describe('the keys of an issuer', () => {
  let now = 0;
  let reads = 0;
  let answer: () => Promise<KeySet>;
  let keys: IssuerKeys;

  beforeEach(() => {
    now = 1_000 * MINUTE;
    reads = 0;
    answer = async () => setOf('first');
    keys = new IssuerKeys(
      'https://login.example',
      () => {
        reads += 1;
        return answer();
      },
      () => now,
    );
  });

  const goDown = () => (answer = () => Promise.reject(new Error('down')));

  it('are read once for all who wait, and again after ten minutes', async () => {
    const [first, second] = await Promise.all([keys.current(), keys.current()]);
    expect([reads, first]).toEqual([1, second]);
    now += 10 * MINUTE;
    expect(await keys.current()).toBe(first);
    expect(reads).toBe(1);
    now += 1;
    expect(await keys.current()).toBe(first);
    expect(reads).toBe(2);
  });

  it('are replaced where the issuer has others', async () => {
    await keys.current();
    answer = async () => setOf('second');
    now += 10 * MINUTE + 1;
    expect((await keys.current()).text).toBe('second');
  });

  it('are asked for at most every ten seconds, however many tokens name a key that is unknown', async () => {
    const first = await keys.current();
    now += 9 * SECOND;
    for (let each = 0; each < 100; each += 1) expect(await keys.newerThan(first)).toBe(first);
    expect(reads).toBe(1);
    answer = async () => setOf('second');
    now += SECOND;
    const second = await keys.newerThan(first);
    expect([reads, second.text]).toEqual([2, 'second']);
    expect(await keys.newerThan(first)).toBe(second);
    expect(reads).toBe(2);
  });

  it('are used for an hour while the issuer is down, and nobody else waits for it', async () => {
    const first = await keys.current();
    goDown();
    now += 10 * MINUTE + 1;
    expect(await keys.current()).toBe(first);
    let recover = (): void => undefined;
    answer = () => new Promise((resolve) => (recover = () => resolve(setOf('second'))));
    now += 10 * SECOND;
    expect(await keys.current()).toBe(first);
    expect(reads).toBe(3);
    recover();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect((await keys.current()).text).toBe('second');
    goDown();
    now += 61 * MINUTE;
    await expect(keys.current()).rejects.toEqual(DOWN);
  });

  it('may be among those that cannot be read: the token is not called invalid', async () => {
    const first = await keys.current();
    goDown();
    now += 10 * SECOND;
    await expect(keys.newerThan(first)).rejects.toEqual(DOWN);
    await expect(keys.newerThan(first)).rejects.toEqual(DOWN);
    expect(reads).toBe(2);
    expect(await keys.current()).toBe(first);
  });

  it('are not asked for by everybody while an issuer is down from the start', async () => {
    goDown();
    for (let each = 0; each < 100; each += 1) await expect(keys.current()).rejects.toEqual(DOWN);
    expect(reads).toBe(1);
    answer = async () => setOf('first');
    now += 10 * SECOND;
    expect((await keys.current()).text).toBe('first');
  });
});
