import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { EvidenceError, SigningKey, noteSigner, signPolicy } from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { PublishedPolicy } from './published-policy.js';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

it('the published policy is the signed one in the file as it is now', async () => {
  const file = join(directory, 'trust-policy');
  const policy = new PublishedPolicy(file);
  expect(await policy.read()).toBeNull();
  const key = SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
  const noteOf = (version: number) =>
    signPolicy(
      'quorum none\n',
      { version, dated: '2026-11-21T00:00:00.000Z', expires: '2027-11-21T00:00:00.000Z' },
      [noteSigner('policy.example', key)],
    );
  for (const note of [noteOf(1), noteOf(2)]) {
    await writeFile(file, note);
    expect(await policy.read()).toBe(note);
  }
  for (const other of ['quorum none\n', '', noteOf(1).replace('none', 'some')]) {
    await writeFile(file, other);
    await expect(policy.read()).rejects.toThrow(EvidenceError);
  }
});
