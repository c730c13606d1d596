import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  formatVerifierKey,
  noteCosigner,
  noteSigner,
  policyFingerprint,
  signPolicy,
  type NoteSigner,
} from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { CommandError } from '../errors.js';
import { acceptPolicy, type NamedPolicy } from './accept-policy.js';

const ORIGIN = 'log.example/production';
const AT = '2026-11-21T12:00:00.000Z';
const NOW = new Date(AT);
const keyOf = () => SigningKey.generate('checkpoint', AT);
const vkeyOf = ({ verifierKey }: NoteSigner) => formatVerifierKey(verifierKey);
const [first, second, stranger] = [1, 2, 3].map(() => noteSigner(`${ORIGIN}/policy`, keyOf())) as [
  NoteSigner,
  NoteSigner,
  NoteSigner,
];
const fingerprintOf = ({ verifierKey }: NoteSigner) => policyFingerprint(verifierKey);
const log = `log ${vkeyOf(noteSigner(ORIGIN, keyOf()))}\n`;
const witness = `witness w ${vkeyOf(noteCosigner('w.example', keyOf(), () => 0))}\n`;
const lines = `${log}${witness}quorum w\n`;
const note = (
  version: number,
  signers: [NoteSigner, ...NoteSigner[]] = [first],
  expires = '2027-01-01T00:00:00.000Z',
) => signPolicy(lines, { version, dated: '2026-01-01T00:00:00.000Z', expires }, signers);

let directory: string;
let complaints: string[];
beforeEach(() => {
  directory = temporaryFolder();
  complaints = [];
});

/** Accepts a policy as the test's previous ones were. @returns its version, or the check that it fails. */
async function accept(text: string, named: Partial<NamedPolicy> = {}): Promise<unknown> {
  const file = join(directory, 'policy');
  await writeFile(file, text);
  const given = { file, pin: `${file}.pin`, fingerprint: null, origin: null, allowExpired: false, ...named };
  complaints = [];
  try {
    const trust = await acceptPolicy(given, (sentence) => complaints.push(sentence), NOW);
    return trust.policy?.version ?? trust.origin;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return (error as { check: string }).check;
  }
}

const pinned = async () =>
  (JSON.parse(await readFile(join(directory, 'policy.pin'), 'utf8')) as { version: number }).version;

describe('a signed policy', () => {
  it('is pinned at its first use, of which the reader is told', async () => {
    expect(await accept(note(3))).toBe(3);
    expect(complaints).toEqual([expect.stringContaining(fingerprintOf(first))]);
    expect(await pinned()).toBe(3);
    expect(await accept(note(3))).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('is followed to newer versions, and to keys that the pinned one hands over to', async () => {
    expect(await accept(note(1))).toBe(1);
    expect(await accept(note(5))).toBe(5);
    expect(await accept(note(6, [second, first]))).toBe(6);
    expect(complaints).toEqual([expect.stringContaining(fingerprintOf(second))]);
    expect(await accept(note(7, [second]))).toBe(7);
    expect(await accept(note(8))).toBe('policy.signature');
    expect(await pinned()).toBe(7);
  });

  it.each([
    ['another key', () => note(4, [stranger]), 'policy.signature'],
    ['a lower version', () => note(2), 'policy.version'],
    [
      'another text of the same version',
      () => note(3, [first], '2028-01-01T00:00:00.000Z'),
      'policy.version',
    ],
    ['no signature, as a plain file', () => lines, 'policy.signature'],
  ])('is refused with %s, and the pin stays', async (_, text, check) => {
    await accept(note(3));
    expect(await accept(text())).toBe(check);
    expect(await pinned()).toBe(3);
  });

  it('is not pinned where it has expired, unless that is allowed', async () => {
    const expired = note(3, [first], AT);
    expect(await accept(expired)).toBe(3);
    await expect(pinned()).rejects.toThrow('ENOENT');
    expect(await accept(expired, { allowExpired: true })).toBe(3);
    expect(await pinned()).toBe(3);
  });

  it('must have the fingerprint that its reader names, also later', async () => {
    expect(await accept(note(1), { fingerprint: fingerprintOf(stranger) })).toBe('policy.signature');
    const named = { fingerprint: fingerprintOf(first) };
    expect(await accept(note(1), named)).toBe(1);
    expect(complaints).toEqual([]);
    expect(await accept(note(2, [second, first]), named)).toBe(2);
    expect(await accept(note(2, [second, first]), named)).toBe(2);
    expect(await accept(note(2, [second, first]), { fingerprint: fingerprintOf(stranger) })).toBe(
      'policy.signature',
    );
    expect(await accept(lines, { ...named, pin: join(directory, 'none') })).toBe('policy.signature');
  });

  it('is not accepted over a pin that cannot be read or written', async () => {
    for (const content of ['', '{}', '{"version":1,"key":"a","digest":"b","fingerprints":[1]}']) {
      await writeFile(join(directory, 'policy.pin'), content);
      await expect(accept(note(3))).rejects.toThrow('is not a policy pin');
    }
    await expect(accept(note(3), { pin: directory })).rejects.toThrow(CommandError);
    await expect(accept(note(3), { pin: join(directory, 'none', 'pin') })).rejects.toThrow(CommandError);
  });
});

describe('a plain policy file', () => {
  it('is taken as it is, and pins nothing', async () => {
    expect(await accept(lines)).toBe(ORIGIN);
    await expect(pinned()).rejects.toThrow('ENOENT');
  });

  it('is said to be weak where it is', async () => {
    await accept(`${log}quorum none\n`);
    expect(complaints).toEqual([expect.stringContaining('needs no witness')]);
  });

  it.each([
    ['no policy', 'hello\n', null],
    ['another log', lines, 'log.example/other'],
    ['a log that no note can name', `log ${'1c'.repeat(32)}\nquorum none\n`, 'a b'],
  ])('cannot be used with %s', async (_, text, origin) => {
    await expect(accept(text, { origin })).rejects.toThrow(/cannot be used: /);
  });
});
