import { sha256, sha256Joined } from '#platform';
import { sameBytes } from '../encoding/bytes.js';

/** Bytes of a tree's hash. */
export const HASH_LENGTH = 32;

/** Root of the empty tree: SHA-256 of no bytes. RFC 6962, section 2.1. */
export const EMPTY_ROOT: Uint8Array = sha256('');

const LEAF_PREFIX = Uint8Array.of(0);

/** Hash of a leaf: SHA-256(0x00 ‖ entry), 32 bytes. RFC 6962, section 2.1. */
export function hashLeaf(entry: Uint8Array): Uint8Array {
  return sha256Joined(LEAF_PREFIX, entry);
}

// Shared by all calls, which is safe because each one fills and hashes it without awaiting.
const children = new Uint8Array(1 + 2 * HASH_LENGTH).fill(1);

/**
 * Hash of an inner node: SHA-256(0x01 ‖ left ‖ right), 32 bytes. RFC 6962, section 2.1.
 * @throws RangeError where a child is not 32 bytes long.
 */
export function hashChildren(left: Uint8Array, right: Uint8Array): Uint8Array {
  requireHash(left);
  requireHash(right);
  children.set(left, 1);
  children.set(right, 1 + HASH_LENGTH);
  return sha256(children);
}

/** @throws RangeError where a hash is not 32 bytes long. */
export function requireHash(hash: Uint8Array): void {
  if (hash.length !== HASH_LENGTH) throw new RangeError(`A hash of a tree has ${HASH_LENGTH} bytes.`);
}

/** Whether two hashes are equal. They are public, so constant time is not needed. */
export function sameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === HASH_LENGTH && sameBytes(left, right);
}
