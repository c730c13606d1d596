import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { issuerPublicKey, openIssuerKey } from './issuer-key.js';

const bytes = Buffer.from('issuer/v1\n{}');
const [file, command] = [undefined, undefined];

const folder = temporaryFolder();

async function holds(publicKey: string, values: { file?: string; command?: string }): Promise<boolean> {
  const key = await openIssuerKey({ file, command, ...values });
  const signature = await key?.(bytes);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
  return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature ?? Buffer.alloc(64));
}

it('makes a key that only its owner can read, once, and signs with it', async () => {
  const made = join(folder, 'made.json');
  const publicKey = await issuerPublicKey(made);
  expect((await stat(made)).mode & 0o777).toBe(0o600);
  expect(await issuerPublicKey(made)).toBe(publicKey);
  expect(await holds(publicKey, { file: made })).toBe(true);
});

it('takes PEM, and no other key, whose content it never repeats', async () => {
  const pem = join(folder, 'key.pem');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(pem, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  expect(await holds(publicKey.export({ format: 'jwk' }).x ?? '', { file: pem })).toBe(true);
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  });
  for (const text of [other, '{"kty":"OKP","secret"', 'secret']) {
    await writeFile(pem, text);
    await expect(openIssuerKey({ file: pem, command })).rejects.toThrow(/is no Ed25519 private key/);
    await expect(openIssuerKey({ file: pem, command })).rejects.not.toThrow(/secret/);
  }
});

it('is a command that gets the bytes, and writes the signature raw or in base64url', async () => {
  const signer = join(folder, 'sign.mjs');
  const key = join(folder, 'device.json');
  const publicKey = await issuerPublicKey(key);
  await writeFile(
    signer,
    `import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
const key = createPrivateKey({ key: JSON.parse(readFileSync(${JSON.stringify(key)})), format: 'jwk' });
const signature = sign(null, readFileSync(0), key);
process.stdout.write(process.argv[2] === 'raw' ? signature : signature.toString('base64url') + '\\n');`,
  );
  for (const form of ['raw', 'text']) {
    expect(await holds(publicKey, { command: `"${process.execPath}" "${signer}" ${form}` })).toBe(true);
  }
});

it.each([
  ['exit 3', /ended with 3/],
  ['echo no', /must write 64 bytes/],
  ['true', /must write 64 bytes/],
])('refuses what %s writes', async (line, sentence) => {
  const key = await openIssuerKey({ file, command: line });
  await expect(key?.(bytes)).rejects.toThrow(sentence);
});

it('is a file or a command, or neither', async () => {
  expect(await openIssuerKey({ file, command })).toBeNull();
  await expect(openIssuerKey({ file: 'a', command: 'b' })).rejects.toThrow(/not as both/);
});
