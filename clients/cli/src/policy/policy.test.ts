import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  formatVerifierKey,
  noteCosigner,
  noteSigner,
  openPolicy,
  parsePolicy,
  type NoteSigner,
} from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { CommandError } from '../errors.js';
import { openPolicyKeys } from './policy-keys.js';
import { policyLines, weaknessOf } from './policy-lines.js';
import { signPolicyFile } from './sign-policy-file.js';

const ORIGIN = 'log.example/production';
const keyOf = () => SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
const vkeyOf = ({ verifierKey }: NoteSigner) => formatVerifierKey(verifierKey);
const logKey = vkeyOf(noteSigner(ORIGIN, keyOf()));
const keys = JSON.stringify({ log: { origin: ORIGIN, vkeys: [logKey] }, keys: [] });
const witnessOf = (name: string) => vkeyOf(noteCosigner(name, keyOf(), () => 0));
const witnesses = ['v.example', 'w.example', 'none'].map(witnessOf);
const old = keyOf();
const former = vkeyOf(noteCosigner('former.example', old, () => 0));
/** The document of a log that signed with another key before. */
const afterwards = JSON.stringify({
  log: { origin: ORIGIN, vkeys: [logKey] },
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: old.publicKey,
      kid: old.keyId,
      purpose: 'checkpoint',
      invalid_since: null,
    },
  ],
});
const EXPIRES = new Date('2027-11-21T00:00:00.000Z');

describe('the policy of a log', () => {
  it('asks for more than half of the witnesses, whatever their names', () => {
    const lines = policyLines({ keys, witnesses, quorum: null });
    expect(lines).toContain(`log ${logKey}\n`);
    expect(lines).toContain('group witnesses 2 v.example w.example none-2\nquorum witnesses\n');
    expect(weaknessOf(parsePolicy(lines).quorum)).toBeNull();
  });

  it('says where its quorums need not overlap', () => {
    const weak = policyLines({ keys, witnesses, quorum: 1 });
    expect(weaknessOf(parsePolicy(weak).quorum)).toContain('need not have a witness in common');
    const none = policyLines({ keys, witnesses: [], quorum: null });
    expect(weaknessOf(parsePolicy(none).quorum)).toContain('needs no witness');
  });

  it.each([
    ['a quorum beyond the witnesses', { keys, witnesses, quorum: 4 }],
    ['a witness twice', { keys, witnesses: [...witnesses, ...witnesses.slice(0, 1)], quorum: null }],
    ['two witnesses of one name', { keys, witnesses: [...witnesses, witnessOf('w.example')], quorum: null }],
    [
      'a former key of the log as a witness',
      { keys: afterwards, witnesses: [...witnesses, former], quorum: null },
    ],
    ['a witness that is no key', { keys, witnesses: ['w'], quorum: null }],
    ['keys of no log', { keys: '{}', witnesses, quorum: null }],
  ])('is refused with %s', (_, parts) => {
    expect(() => policyLines(parts)).toThrow(CommandError);
  });
});

describe('a signed policy file', () => {
  let directory: string;
  beforeEach(() => {
    directory = temporaryFolder();
  });
  const pathOf = (name: string) => join(directory, name);
  const sign = async (addKey = false) => {
    const signers = await openPolicyKeys(pathOf('keys'), `${ORIGIN}/policy`, addKey);
    const lines = policyLines({ keys, witnesses, quorum: null });
    const written = await signPolicyFile(pathOf('policy'), lines, signers, EXPIRES);
    return { written, note: await readFile(pathOf('policy'), 'utf8') };
  };

  it('is replaced by the next version, under the same key or a new one that the old one signs', async () => {
    const first = await sign();
    const { version, key, digest, policy } = openPolicy(first.note, null);
    expect(policy).toEqual(parsePolicy(policyLines({ keys, witnesses, quorum: null })));
    const pinned = { version, key: formatVerifierKey(key), digest };
    expect(first.written).toMatchObject({ version: 1, expires: EXPIRES.toISOString(), vkey: pinned.key });
    const second = await sign();
    expect(openPolicy(second.note, pinned)).toMatchObject({ version: 2, key });
    const third = await sign(true);
    expect(third.written.fingerprint).not.toBe(first.written.fingerprint);
    expect(formatVerifierKey(openPolicy(third.note, pinned).key)).toBe(third.written.vkey);
    expect((await stat(pathOf('keys'))).mode & 0o777).toBe(0o600);
    expect((await stat(pathOf('policy'))).mode & 0o777).toBe(0o644);
  });

  it('is not written over what is no policy, nor under what are no keys', async () => {
    await writeFile(pathOf('policy'), 'quorum none\n');
    await expect(sign()).rejects.toThrow(CommandError);
    expect(await readFile(pathOf('policy'), 'utf8')).toBe('quorum none\n');
    for (const content of ['', '{}', '{"name":"a","keys":[]}', '{"name":"a","keys":[{"x":1}]}']) {
      await writeFile(pathOf('keys'), content);
      await expect(sign()).rejects.toThrow('does not hold the keys of a policy');
    }
  });
});
