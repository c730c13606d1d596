import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SigningKey, formatVerifierKey, noteSigner, policyFingerprint, signPolicy } from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { policyLines } from '../policy/policy-lines.js';
import { pinLog } from './pin-log.js';
import { directoryOf } from './profile-store.js';

const AT = '2026-11-21T03:00:00.000Z';
const ORIGIN = 'log.example/development';

const newKey = () => SigningKey.generate('checkpoint', AT);
const logKey = () => formatVerifierKey(noteSigner(ORIGIN, newKey()).verifierKey);
const keysWith = (vkeys: string[], keys: object[] = [], more: object = {}) =>
  JSON.stringify({ log: { origin: ORIGIN, vkeys, ...more }, keys });

// Jest copies process.env for each test file.
const folder = temporaryFolder();
process.env['RVS_CONFIG_DIR'] = folder;

it.each(['<html>', '{}', '{"log":{"origin":"x","vkeys":["\\u001b[2J"]},"keys":[]}'])(
  'keys that cannot be used are refused in a sentence: %j',
  async (keys) => {
    await expect(pinLog('default', { keys, policy: null }, null)).rejects.toMatchObject({
      name: 'CommandError',
      exitCode: 1,
    });
  },
);

it('a policy at a later login brings no other log in', async () => {
  const logOf = () => {
    const key = SigningKey.generate('checkpoint', AT);
    const vkey = formatVerifierKey(noteSigner('log.example/development', key).verifierKey);
    return JSON.stringify({ log: { origin: 'log.example/development', vkeys: [vkey] }, keys: [] });
  };
  await pinLog('policy', { keys: logOf(), policy: null }, null);
  const other = logOf();
  const policy = policyLines({ keys: other, witnesses: [], quorum: null });
  await expect(pinLog('policy', { keys: other, policy }, null)).rejects.toThrow(/THE LOG HAS CHANGED/);
});

it('a later login takes neither a key beside the pinned one nor other keys of answers', async () => {
  const vkeyOf = () => {
    const key = SigningKey.generate('checkpoint', AT);
    return formatVerifierKey(noteSigner('log.example/development', key).verifierKey);
  };
  const [own, foreign] = [vkeyOf(), vkeyOf()];
  const document = (vkeys: string[], answers: object[]) => ({
    keys: JSON.stringify({ log: { origin: 'log.example/development', vkeys }, keys: answers }),
    policy: null,
  });
  const answerKey = () => {
    const { keyId: kid, publicKey: x, createdAt: created_at } = SigningKey.generate('answer', AT);
    return { kty: 'OKP', crv: 'Ed25519', kid, x, purpose: 'answer', created_at, invalid_since: null };
  };
  const [first, second] = [answerKey(), answerKey()];
  await pinLog('beside', document([own], [first]), null);
  await expect(pinLog('beside', document([own, foreign], [first]), null)).rejects.toThrow(foreign);
  const kept = async () =>
    JSON.parse(await readFile(join(directoryOf('beside'), 'keys.json'), 'utf8')) as object;
  await pinLog('beside', document([own], [second]), null);
  expect(await kept()).toMatchObject({ log: { vkeys: [own] }, keys: [first] });
  const revoked = { ...first, revoked_at: AT };
  await pinLog('beside', document([own], [second, revoked]), null);
  expect(await kept()).toMatchObject({ keys: [revoked] });
});

describe('a signed policy at a later login', () => {
  const signer = noteSigner(`${ORIGIN}/policy`, newKey());
  const policyOf = (vkey: string, more: object = {}) =>
    signPolicy(
      policyLines({ keys: keysWith([vkey], [], more), witnesses: [], quorum: null }),
      { version: 1, dated: AT, expires: '2090-01-01T00:00:00.000Z' },
      [signer],
    );
  const [own, foreign] = [logKey(), logKey()];

  it('brings no key of the log in, beside the keys that are pinned', async () => {
    await pinLog('signed', { keys: keysWith([own]), policy: null }, null);
    const attack = { keys: keysWith([own]), policy: policyOf(foreign) };
    await expect(pinLog('signed', attack, null)).rejects.toThrow(/THE LOG HAS CHANGED/);
    expect(existsSync(join(directoryOf('signed'), 'policy.pin'))).toBe(false);
    await pinLog('signed', attack, policyFingerprint(signer.verifierKey));
  });

  it('brings none in as a retired one, and neither do the keys', async () => {
    const retired = { retired: [{ vkey: foreign, tree_size: 1_000_000, retired_at: AT }] };
    await pinLog('retired', { keys: keysWith([own]), policy: null }, null);
    for (const shown of [
      { keys: keysWith([own]), policy: policyOf(own, retired) },
      { keys: keysWith([own], [], retired), policy: null },
    ])
      await expect(pinLog('retired', shown, null)).rejects.toThrow(/THE LOG HAS CHANGED/);
  });

  it('of another log than the keys is not pinned at the first login either', async () => {
    const first = { keys: keysWith([own]), policy: policyOf(foreign) };
    await expect(pinLog('first', first, null)).rejects.toThrow(own);
    expect(existsSync(join(directoryOf('first'), 'policy.pin'))).toBe(false);
  });

  it('is not got round by other keys', async () => {
    const first = { keys: keysWith([own]), policy: policyOf(own) };
    await pinLog('round', first, null);
    await expect(pinLog('round', { ...first, keys: keysWith([foreign]) }, null)).rejects.toThrow(foreign);
    await pinLog('round', first, null);
  });
});

it('a later login changes nothing but ends of keys', async () => {
  const vkey = logKey();
  const document = (more: object) => ({
    keys: JSON.stringify({ ...(JSON.parse(keysWith([vkey])) as object), ...more }),
    policy: null,
  });
  await pinLog('rest', document({ self_signed_keys: ['pinned'] }), null);
  await pinLog('rest', document({ self_signed_keys: ['x'] }), null);
  const stored = JSON.parse(await readFile(join(directoryOf('rest'), 'keys.json'), 'utf8')) as object;
  expect(stored).toMatchObject({ self_signed_keys: ['pinned'] });
});

it('a later login undoes no end of a key', async () => {
  const { keyId: kid, publicKey: x, createdAt: created_at } = SigningKey.generate('answer', AT);
  const key = { kty: 'OKP', crv: 'Ed25519', kid, x, purpose: 'answer', created_at };
  const login = (ends: object) =>
    pinLog('ends', { keys: keysWith([vkey], [{ ...key, ...ends }]), policy: null }, null);
  const vkey = logKey();
  const ends = { revoked_at: AT, invalid_since: AT };
  await login(ends);
  await login({ revoked_at: '2099-01-01T00:00:00.000Z', invalid_since: null });
  const stored = JSON.parse(await readFile(join(directoryOf('ends'), 'keys.json'), 'utf8')) as object;
  expect(stored).toMatchObject({ keys: [{ kid, ...ends }] });
});
