import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@service/testing/fixtures';

import { readIfPresent, readOrCreateSecret, writeSecretFile } from './secret-file.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = temporaryFolder();
  file = join(directory, 'secret');
});

describe('a secret file', () => {
  it('is readable by its owner only, even where a readable one was before', async () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o644);
    await writeSecretFile(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['secret']);
  });

  it('is created once and then read', async () => {
    const first = await readOrCreateSecret(file, () => randomBytes(32));
    const second = await readOrCreateSecret(file, () => {
      throw new Error('made twice');
    });
    expect(second).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is the same for all processes that create it at once', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => readOrCreateSecret(file, () => randomBytes(32))),
    );
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(readdirSync(directory)).toEqual(['secret']);
  });

  it('is named where it is a folder', async () => {
    await expect(readIfPresent(directory)).rejects.toThrow(`${directory} is a folder, not a file.`);
    expect(await readIfPresent(file)).toBeUndefined();
  });
});
