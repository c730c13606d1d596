import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { SubscriptionSnapshot } from '@service/contracts';
import { StartError } from '../start-error.js';
import { readSecretLines } from '../secret-lines/read-secret-lines.js';
import { SEALING_KEYS } from '../secret-lines/secret-lines-file.js';
import { countBySealingKey, requireSealingKeys } from './dependent-subscriptions.js';
import { readSealingKeys } from './read-sealing-keys.js';
import { DecryptionError, SealingKeys } from './sealing-keys.js';
import { SealingKey } from './sealing-key.js';

const newLine = () => randomBytes(32).toString('base64');
const keyOf = (line: string) => SealingKey.parse(line) as SealingKey;
const [first, second] = [newLine(), newLine()];
const keys = new SealingKeys([keyOf(first)]);
const TEXT = 'whsec_geheim';
const CONTEXT = 'sub_1/hmac';

describe('a sealing key', () => {
  it('is 32 bytes in base64 or base64url', () => {
    const bytes = randomBytes(32);
    const ids = [bytes.toString('base64'), bytes.toString('base64url')].map((line) => keyOf(line).id);
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(ids[1]).toBe(ids[0]);
    for (const line of ['', 'short', newLine().slice(4), `${newLine()}x`, 'x'.repeat(64)]) {
      expect([line, SealingKey.parse(line)]).toEqual([line, null]);
    }
  });

  it('decrypts test case 14 of the GCM specification', () => {
    // McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B: AES-256, all zeros.
    const key = keyOf(Buffer.alloc(32).toString('base64'));
    const ciphertext = 'cea7403d4d606b6e074ec5d3baf39d18';
    const tag = 'd0d1c8a799996bf0265b98b5d48ab919';
    const sealed = Buffer.from('00'.repeat(12) + ciphertext + tag, 'hex');
    expect(key.decrypt(sealed, '')).toEqual(Buffer.alloc(16));
    expect(key.decrypt(sealed, 'x')).toBeNull();
  });
});

describe('an encrypted secret', () => {
  it('can be decrypted for its context only, and differs each time', () => {
    const [one, other] = [keys.encrypt(TEXT, CONTEXT), keys.encrypt(TEXT, CONTEXT)];
    expect(keys.decrypt(one, CONTEXT)).toBe(TEXT);
    expect(one.sealing_key_id).toBe(keyOf(first).id);
    expect(one.sealed).not.toBe(other.sealed);
    expect(Buffer.from(one.sealed, 'base64url')).toHaveLength(12 + TEXT.length + 16);
    expect(() => keys.decrypt(one, 'sub_2/hmac')).toThrow(DecryptionError);
  });

  it('cannot be decrypted where a bit was changed or the end is missing', () => {
    const { sealing_key_id, sealed } = keys.encrypt(TEXT, CONTEXT);
    const bytes = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      const text = { sealing_key_id, sealed: changed.toString('base64url') };
      expect(() => keys.decrypt(text, CONTEXT)).toThrow(DecryptionError);
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const text = { sealing_key_id, sealed: bytes.subarray(0, length).toString('base64url') };
      expect(() => keys.decrypt(text, CONTEXT)).toThrow(DecryptionError);
    }
  });

  it('is not shown in the error where it cannot be decrypted, nor is the key', () => {
    const sealed = keys.encrypt(TEXT, CONTEXT);
    const others = new SealingKeys([keyOf(second)], 'SEALING_KEYS_FILE (/run/keys)');
    expect(() => others.decrypt(sealed, CONTEXT)).toThrow(
      `SEALING_KEYS_FILE (/run/keys) lacks the sealing key ${keyOf(first).id}.`,
    );
  });
});

describe('a restored copy', () => {
  it('has no sealing keys, and encrypts nothing', async () => {
    const settings = {
      environment: 'development',
      dataDirectory: '/nowhere',
      sealingKeysFile: undefined,
      restoredCopy: true,
    } as const;
    const none = await readSealingKeys(settings, '');
    expect(none.ids).toEqual([]);
    expect(() => none.encrypt(TEXT, CONTEXT)).toThrow('There is no sealing key.');
  });
});

describe('a rotation of sealing keys', () => {
  it('needs no restart', () => {
    let lines = [first];
    const following = new SealingKeys([keyOf(first)], 'the file', () => lines.map(keyOf));
    const old = following.encrypt(TEXT, CONTEXT);
    lines = [second, first];
    // Another process that encrypts under the new key already.
    const fresh = new SealingKeys([keyOf(second)]).encrypt(TEXT, CONTEXT);
    expect(following.decrypt(fresh, CONTEXT)).toBe(TEXT);
    expect(following.encrypt(TEXT, CONTEXT).sealing_key_id).toBe(keyOf(second).id);
    expect(following.decrypt(old, CONTEXT)).toBe(TEXT);
    lines = [];
    expect(following.encrypt(TEXT, CONTEXT).sealing_key_id).toBe(keyOf(second).id);
  });
});

describe('the file of sealing keys', () => {
  it('is created for its owner only, and never where there are subscriptions', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sealing-'));
    try {
      const read = (hasDependents: boolean) =>
        readSecretLines(SEALING_KEYS, { dataDirectory, environment: 'production' }, () =>
          Promise.resolve(hasDependents),
        );
      const path = join(dataDirectory, 'production', 'sealing-keys');
      await expect(read(true)).rejects.toThrow(
        `The sealing key file ${path} is missing, but the database of production has subscriptions that depend on it; put it back.`,
      );
      const { lines } = await read(false);
      expect(lines.map((line) => SealingKey.parse(line))).toEqual([expect.any(SealingKey)]);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await readFile(path, 'utf8')).trim()).toBe(lines[0]);
      expect((await read(true)).lines).toEqual(lines);
      await writeFile(path, '\n');
      await expect(read(true)).rejects.toThrow('holds no sealing key.');
    } finally {
      await rm(dataDirectory, { recursive: true });
    }
  });
});

describe('subscriptions', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const secret = (line: string, works_until: string | null) => {
    const sealed = new SealingKeys([keyOf(line)]).encrypt(TEXT, CONTEXT);
    return { hmac: sealed, signing: sealed, public_key: 'x', works_until };
  };
  const subscription = (state: string, ...secrets: object[]) =>
    ({ state, secrets }) as unknown as SubscriptionSnapshot;
  const past = '2026-11-21T12:00:00.000Z';
  const future = '2026-11-21T12:00:00.001Z';
  const all = [
    subscription('active', secret(second, null), secret(first, past)),
    subscription('disabled', secret(second, null), secret(first, future)),
    subscription('revoked', secret(first, null)),
  ];

  it('depend on the keys of their signing secrets, unless they are revoked', () => {
    const counts = countBySealingKey(all, now);
    expect(counts).toEqual(
      new Map([
        [keyOf(second).id, 2],
        [keyOf(first).id, 1],
      ]),
    );
  });

  it('prevent a start without the keys that they depend on', () => {
    const held = new SealingKeys([keyOf(second)], 'The sealing key file /data/sealing-keys');
    const refused = () => requireSealingKeys(held, all, now);
    expect(refused).toThrow(StartError);
    expect(refused).toThrow(
      `The sealing key file /data/sealing-keys lacks the sealing key ${keyOf(first).id}, which 1 live subscription depends on; put its line back.`,
    );
    requireSealingKeys(new SealingKeys([second, first].map(keyOf)), all, now);
  });
});
