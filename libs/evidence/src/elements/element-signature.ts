import { encodeBase64url } from '../encoding/base-encodings.js';
import type { Digest } from '../digest.js';
import type { ChainFault } from './chain-fault.js';
import { openElement, type ElementSignature, type HashedElement } from './element.js';
import type { KeyCause, PublishedPurpose } from './key-element.js';
import { millisecondsOf } from '../moments.js';
import {
  checkSignatureLater,
  noteSignature,
  signatureHolds,
  type SignedMessage,
} from '../signing/signature-check.js';
import type { SigningKey } from '../signing/signing-key.js';
import { digestBytes } from '../slots.js';

/** An element with the signature stored beside it; null where that is missing or malformed. */
export interface SignedElement<Content> extends HashedElement<Content> {
  signature: ElementSignature | null;
}

/** A published key as of its newest element. */
export interface PublishedKey {
  purpose: PublishedPurpose;
  /** 32 bytes in base64url. */
  public_key: string;
  cause: KeyCause | null;
  /** Time from which signatures of a compromised key are invalid. */
  invalid_since: string | null;
  /** Null where that is unknown. */
  published_at?: string | null;
  /** When the key was revoked, for whatever cause. */
  revoked_at?: string | null;
}

/** Finds a published key by its id; undefined for an unknown key. */
export type KeyLookUp = (keyId: string) => PublishedKey | undefined;

/** Signs an element's digest: Ed25519 over its 32 bytes. In this process the signature need not be checked again. */
export function signDigest(digest: Digest, key: SigningKey): ElementSignature {
  const value = encodeBase64url(key.sign(digestBytes(digest)));
  noteSignature(key.publicKey, { name: digest }, value);
  return { key_id: key.keyId, algorithm: 'Ed25519', value };
}

/**
 * Checks signatures of elements beside the event loop, so that the checks of the elements find the results in a cache. The
 * digests are those of the elements' bytes; what is not signed by a published provenance key is left out.
 */
export async function checkSignaturesLater(
  elements: readonly { digest: string; signature: unknown }[],
  keyOf: KeyLookUp,
): Promise<void> {
  const checks = elements.flatMap(({ digest, signature }) => {
    const read = readSignature(signature);
    const key = read === null ? undefined : keyOf(read.key_id);
    if (read === null || key?.purpose !== 'provenance') return [];
    return [checkSignatureLater(key.public_key, messageOf(digest), read.value)];
  });
  await Promise.all(checks);
}

/** Reads a stored element with its signature; neither is trusted. */
export function openSignedElement<Content extends object>(
  text: string,
  digest: string,
  signature: unknown,
): SignedElement<Content> {
  return { ...openElement<Content>(text, digest), signature: readSignature(signature) };
}

/** Null unless the value has exactly the members of a signature with their types. */
function readSignature(value: unknown): ElementSignature | null {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return null;
  const { key_id, algorithm, value: signed } = value as Record<string, unknown>;
  if (typeof key_id !== 'string' || algorithm !== 'Ed25519' || typeof signed !== 'string') return null;
  return { key_id, algorithm, value: signed };
}

/** Whether an element's signature over its digest is valid under a key, even a revoked one. */
export function elementSignatureIsOf(
  { digest, signature }: Pick<SignedElement<unknown>, 'digest' | 'signature'>,
  key: PublishedKey | undefined,
): boolean {
  if (signature === null || key?.purpose !== 'provenance') return false;
  const known = found.get(signature);
  if (known?.digest === digest && known.publicKey === key.public_key) return true;
  const holds = signatureHolds(key.public_key, messageOf(digest), signature.value);
  if (holds) found.set(signature, { digest, publicKey: key.public_key });
  return holds;
}

/** A cache of signature objects that hold, with digest and key; it is faster than the one by text. */
const found = new WeakMap<ElementSignature, { digest: string; publicKey: string }>();

/**
 * Checks that each element is signed by a provenance key that was not compromised at the time.
 * @param signs whether a key may have signed at a time; verifiers of bundles check that separately.
 * @returns the first fault; null where every signature holds.
 */
export function findSignatureFault<Content extends { occurred_at: string }>(
  chain: readonly SignedElement<Content>[],
  keyOf: KeyLookUp,
  signs: (key: PublishedKey, at: string) => boolean = () => true,
): ChainFault | null {
  const index = chain.findIndex((element) => {
    const key = element.signature === null ? undefined : keyOf(element.signature.key_id);
    return (
      key === undefined ||
      !vouchesAt(key, element.content.occurred_at) ||
      !signs(key, element.content.occurred_at) ||
      !elementSignatureIsOf(element, key)
    );
  });
  return index < 0 ? null : { check: 'element.signature', sequence: index + 1 };
}

/** Whether a key was not compromised at a time. */
function vouchesAt({ invalid_since: since }: PublishedKey, at: string): boolean {
  return since === null || millisecondsOf(at) < millisecondsOf(since);
}

function messageOf(digest: string): SignedMessage {
  return { name: digest, bytes: () => digestBytes(digest) };
}
