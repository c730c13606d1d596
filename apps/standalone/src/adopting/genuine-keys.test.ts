import { describe, expect, it } from '@jest/globals';
import { linkElements } from '@service/event-store';
import {
  KeyRing,
  SigningKey,
  digestText,
  keySubjectId,
  openSignedElement,
  type KeyElementContent,
  type KeyEvent,
  type SignedElement,
  encodeBase64url,
} from '@service/evidence';
import { findGenuineElements } from './genuine-keys.js';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-02-01T00:00:00.000Z';
const [first, newest, answer, thief] = (['provenance', 'provenance', 'answer', 'provenance'] as const).map(
  (purpose) => SigningKey.generate(purpose, AT),
) as [SigningKey, SigningKey, SigningKey, SigningKey];

/** Elements of a key, each signed by one. */
function chainOf(
  key: SigningKey,
  publishedBy: SigningKey,
  revokedBy?: SigningKey,
  cause: KeyEvent['cause'] = 'ceased',
): SignedElement<KeyElementContent>[] {
  const invalid_since = cause === 'key_compromise' ? AT : null;
  const purpose = key.purpose as KeyEvent['purpose'];
  const members = { purpose, public_key: key.publicKey };
  const published = {
    ...members,
    type: 'service.key.published',
    occurred_at: AT,
    state: 'active',
    cause: null,
    invalid_since: null,
  } as const;
  const revoked = {
    ...members,
    type: 'service.key.revoked',
    occurred_at: LATER,
    state: 'revoked',
    cause,
    invalid_since,
  } as const;
  const decided: { event: KeyEvent; reason: string | null }[] = [
    { event: published, reason: null },
    { event: revoked, reason: 'r' },
  ];
  const signers = [publishedBy, ...(revokedBy === undefined ? [] : [revokedBy])];
  const subject = { streamId: keySubjectId(key.keyId), members: { key_id: key.keyId } };
  const texts = linkElements(
    { events: [], version: 0, readAt: new Date(0) },
    subject,
    { log: 'log', key: thief },
    decided.slice(0, signers.length),
  ).map(({ newEvent }) => newEvent.element ?? '');
  return texts.map((text, index) => {
    const signer = signers[index] ?? thief;
    const value = encodeBase64url(signer.sign(Buffer.from(digestText(text).slice(7), 'hex')));
    return openSignedElement(text, digestText(text), { key_id: signer.keyId, algorithm: 'Ed25519', value });
  });
}

/** A file of keys: these, the last of each purpose being the newest, and ones that signed nothing. */
const ringOf = (...keys: SigningKey[]) => {
  const others = KeyRing.generate('2025-01-01T00:00:00.000Z');
  return keys.reduce((ring, key) => ring.with(key), others);
};
const genuineOf = (ring: KeyRing, ...chains: SignedElement<KeyElementContent>[][]) => {
  const genuine = findGenuineElements(chains, ring);
  return chains.map((chain) => chain.map((element) => genuine.has(element)));
};

describe('an element of a key without a code is genuine', () => {
  it('where the ring has the key, or a key of it signed', () => {
    const ring = ringOf(newest, answer);
    const other = SigningKey.generate('answer', AT);
    expect(genuineOf(ring, chainOf(newest, newest), chainOf(answer, first), chainOf(other, newest))).toEqual([
      [true],
      [true],
      [true],
    ]);
  });

  it('where a key of the ring revoked it, and where that one had signed', () => {
    expect(genuineOf(ringOf(newest), chainOf(first, first, newest), chainOf(answer, first))).toEqual([
      [true, true],
      [true],
    ]);
  });

  it('not where only its own key or an unknown one signed', () => {
    const ring = ringOf(newest, answer);
    expect(
      genuineOf(ring, chainOf(thief, thief), chainOf(first, thief), chainOf(answer, newest, thief)),
    ).toEqual([[false], [false], [true, false]]);
  });

  it('not where a key signed that was revoked as compromised, although the ring has it', () => {
    const ring = ringOf(first, newest);
    const compromised = chainOf(first, first, newest, 'key_compromise');
    expect(genuineOf(ring, compromised, chainOf(thief, first), chainOf(newest, newest, first))).toEqual([
      [true, true],
      [false],
      [true, false],
    ]);
  });

  it('not where it was changed', () => {
    const [element] = chainOf(answer, newest) as [SignedElement<KeyElementContent>];
    const text = element.text.replace('"answer"', '"provenance"');
    const changed = openSignedElement<KeyElementContent>(text, digestText(text), element.signature);
    expect(genuineOf(ringOf(newest), [changed])).toEqual([[false]]);
  });
});
