import {
  elementSignatureIsOf,
  findKeyChainFault,
  type KeyElementContent,
  type KeyRing,
  type PublishedKey,
  type SignedElement,
} from '@service/evidence';

type KeyElement = SignedElement<KeyElementContent>;

/**
 * Finds the elements of keys that are genuine although they have no code: those that a key of the ring's file signed,
 * directly or by way of keys that it vouches for, what lies before them in their chains, and the publications of the
 * ring's own keys. A key that was revoked as compromised vouches for nothing.
 * @param chains the elements of each key, oldest first.
 */
export function findGenuineElements(
  chains: readonly (readonly KeyElement[])[],
  ring: KeyRing,
): Set<KeyElement> {
  const sound = chains.map(soundPartOf);
  const genuine = new Set<KeyElement>();
  const signers = new Map<string, PublishedKey>();
  const trust = (keyId: string, publicKey: string) => {
    const key = { purpose: 'provenance', public_key: publicKey, cause: null, invalid_since: null } as const;
    signers.set(keyId, key);
    for (const chain of sound) {
      const last = chain.findLastIndex((element) =>
        elementSignatureIsOf(element, signers.get(element.signature?.key_id ?? '')),
      );
      for (const element of chain.slice(0, last + 1)) genuine.add(element);
    }
  };
  for (const chain of sound) {
    const [first] = chain;
    if (first !== undefined && isOfRing(first, ring)) genuine.add(first);
  }
  // The newest first: it cannot have been revoked, and it signed the revocations of the others.
  for (const { keyId, publicKey } of ring.all('provenance')) {
    if (!isCompromised(keyId, genuine)) trust(keyId, publicKey);
  }
  for (;;) {
    const next = [...genuine].find(
      ({ content: { purpose, key_id } }) =>
        purpose === 'provenance' && !signers.has(key_id) && !isCompromised(key_id, genuine),
    );
    if (next === undefined) return genuine;
    trust(next.content.key_id, next.content.public_key);
  }
}

/** The elements of a chain up to its first fault. */
function soundPartOf(chain: readonly KeyElement[]): readonly KeyElement[] {
  const lengths = chain.map((_, index) => chain.length - index);
  const sound = lengths.find((length) => findKeyChainFault(chain.slice(0, length)) === null) ?? 0;
  return chain.slice(0, sound);
}

function isOfRing({ content: { key_id, public_key, purpose } }: KeyElement, ring: KeyRing): boolean {
  return ring.all(purpose).some((key) => key.keyId === key_id && key.publicKey === public_key);
}

function isCompromised(keyId: string, genuine: ReadonlySet<KeyElement>): boolean {
  return [...genuine].some(
    ({ content: { key_id, cause } }) => key_id === keyId && cause === 'key_compromise',
  );
}
