import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SigningKey, formatVerifierKey, noteSigner } from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { policyLines } from '../policy/policy-lines.js';
import { pinLog } from './pin-log.js';
import { directoryOf } from './profile-store.js';

const AT = '2026-11-21T03:00:00.000Z';

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
