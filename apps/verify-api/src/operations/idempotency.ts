import { createHash } from 'node:crypto';
import { canonicalJson } from '@service/evidence';

/**
 * What makes one request of a request and its repetitions. The key that travels is a hash: what callers name
 * their requests by is nobody's business, and no credential's key can be another's.
 */
export class Idempotency {
  /**
   * @param scope credential, operation and the caller's own key.
   * @param bodyDigest SHA-256 of what was asked for, in hex.
   */
  constructor(
    private readonly scope: readonly unknown[],
    readonly bodyDigest: () => string,
  ) {}

  /** SHA-256 of its scope, in hex. */
  get key(): string {
    return sha256(canonicalJson(this.scope));
  }

  /** One command of several that the request amounts to. */
  part(name: string): Idempotency {
    return new Idempotency([...this.scope, name], this.bodyDigest);
  }
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
