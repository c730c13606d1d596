import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from '../json/canonical-json.js';
import { digestText, type Digest } from '../digest.js';
import { findSignatureFault, openSignedElement, signDigest, type PublishedKey } from './element-signature.js';
import { SigningKey } from '../signing/signing-key.js';

const newKey = () => SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z');
const [key, other] = [newKey(), newKey()];
const at = '2026-11-21T12:00:00.000Z';
const texts = [1, 2, 3].map((sequence) => canonicalJson({ occurred_at: at, sequence }));
const signatureOf = (text: string, by = key) => signDigest(digestText(text), by);

/** The chain with another signature beside its second element. */
function chainWith(signature: unknown = signatureOf(texts[1] as string)) {
  return texts.map((text, index) => {
    const beside = index === 1 ? signature : signatureOf(text);
    return openSignedElement<{ occurred_at: string }>(text, digestText(text), beside);
  });
}

function faultOf(signature?: unknown, changes: Partial<PublishedKey> = {}) {
  const published = (by: SigningKey): PublishedKey => ({
    purpose: 'provenance',
    public_key: by.publicKey,
    cause: null,
    invalid_since: null,
    ...changes,
  });
  const keys = new Map([key, other].map((each) => [each.keyId, published(each)]));
  return findSignatureFault(chainWith(signature), (keyId) => keys.get(keyId));
}

const sound = signatureOf(texts[1] as string);
const fault = { check: 'element.signature', sequence: 2 };

describe('elements’ signatures', () => {
  it('hold under any published provenance key', () => {
    expect(faultOf()).toBeNull();
    expect(faultOf(signatureOf(texts[1] as string, other))).toBeNull();
    expect(findSignatureFault([], () => undefined)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['is missing', null],
    ['is another element’s', signatureOf(texts[0] as string)],
    ['is another key’s', { ...sound, key_id: other.keyId }],
    ['is of an unpublished key', signatureOf(texts[1] as string, newKey())],
    ['has another algorithm', { ...sound, algorithm: 'EdDSA' }],
    ['has a member more', { ...sound, purpose: 'provenance' }],
    ['has a member less', { key_id: key.keyId, value: sound.value }],
    [
      'has another value',
      { ...sound, value: `${sound.value.startsWith('A') ? 'B' : 'A'}${sound.value.slice(1)}` },
    ],
    ['has no text for a value', { ...sound, value: 7 }],
    ['is no object', 'signature'],
    ['is a list', [1, 2, 3]],
  ])('do not where one %s', (_, signature) => {
    expect(faultOf(signature)).toEqual(fault);
  });

  it('do not where a digest is another than the one that was signed', () => {
    const chain = chainWith().with(0, {
      ...(chainWith()[0] as ReturnType<typeof chainWith>[0]),
      digest: digestText('other') satisfies Digest,
    });
    const published: PublishedKey = {
      purpose: 'provenance',
      public_key: key.publicKey,
      cause: null,
      invalid_since: null,
    };
    expect(findSignatureFault(chain, () => published)).toEqual({ ...fault, sequence: 1 });
  });

  it('do not under a key for something else', () => {
    expect(faultOf(sound, { purpose: 'answer' })).toEqual({ ...fault, sequence: 1 });
  });
});

describe('a key that was revoked', () => {
  const compromised = (invalid_since: string) => ({ cause: 'key_compromise', invalid_since }) as const;

  it.each<[string, Partial<PublishedKey>, number | null]>([
    ['because it ceased vouches for what it signed', { cause: 'ceased' }, null],
    ['for a later compromise vouches for what was before', compromised('2026-11-21T12:00:00.001Z'), null],
    ['for a compromise at that very moment does not', compromised(at), 1],
    ['for an earlier compromise does not', compromised('2026-11-21T11:59:59.999Z'), 1],
  ])('%s', (_, changes, sequence) => {
    expect(faultOf(sound, changes)).toEqual(sequence && { ...fault, sequence });
  });
});
