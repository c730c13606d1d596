import { describe, expect, it } from '@jest/globals';
import {
  KeyRing,
  SigningKey,
  canonicalJson,
  digestText,
  elementSignatureIsOf,
  openElement,
  signDigest,
  type PublishedPurpose,
} from '@service/evidence';
import { publicationsToSign, type StoredKeyElement } from './sign-publications.js';

const NOW = '2026-11-21T12:00:00.000Z';
const first = KeyRing.generate(NOW);
const second = first.with(SigningKey.generate('provenance', NOW));
const third = second.with(SigningKey.generate('provenance', NOW));
const [p1, p2, p3] = [first, second, third].map((ring) => ring.newest('provenance')) as [
  SigningKey,
  SigningKey,
  SigningKey,
];

function stored(key: SigningKey, type: 'published' | 'revoked', by = key): StoredKeyElement {
  const purpose = key.purpose as PublishedPurpose;
  const element = canonicalJson({ key_id: key.keyId, purpose, type: `service.key.${type}` });
  return { event_id: `${type} ${key.keyId}`, element, signature: signDigest(digestText(element), by) };
}

const signersOf = (elements: readonly StoredKeyElement[], ring: KeyRing) =>
  publicationsToSign(elements, ring).map(({ event_id, signature }) => [event_id, signature.key_id]);

describe('keys that release 0.1.0 published under their own signatures', () => {
  const published = [p1, p2, p3].map((key) => stored(key, 'published'));

  it('are signed by the ones before them, except for the first of all', () => {
    expect(signersOf(published, third)).toEqual([
      [published[1]?.event_id, p1.keyId],
      [published[2]?.event_id, p2.keyId],
    ]);
    const [made] = publicationsToSign(published, third);
    const element = published[1]?.element ?? '';
    const signed = {
      ...openElement<object>(element, digestText(element)),
      signature: made?.signature ?? null,
    };
    const key = {
      purpose: 'provenance',
      public_key: p1.publicKey,
      cause: null,
      invalid_since: null,
    } as const;
    expect(elementSignatureIsOf(signed, key)).toBe(true);
  });

  it('are signed once', () => {
    const again = [stored(p1, 'published'), stored(p2, 'published', p1), stored(p3, 'published', p2)];
    expect(signersOf(again, third)).toEqual([]);
  });

  it('are not signed by a key that had been revoked, nor by one that the ring does not hold', () => {
    const revoked = [published[0], stored(p1, 'revoked', p2), published[1]] as StoredKeyElement[];
    expect(signersOf(revoked, third)).toEqual([]);
    expect(signersOf(published, third.without(p1.keyId))).toEqual([]);
  });

  it('are not signed where the ring does not hold them: somebody else inserted them', () => {
    const stranger = SigningKey.generate('provenance', NOW);
    const inserted = [published[0], stored(stranger, 'published'), published[1]] as StoredKeyElement[];
    expect(signersOf(inserted, third)).toEqual([[published[1]?.event_id, p1.keyId]]);
  });
});
