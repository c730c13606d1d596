import { createHash } from 'node:crypto';
import { canonicalJson } from '@service/evidence';

/**
 * Identifies a request and its retries. Commands carry only a hash of the key, so that apps never see the caller's own
 * key and keys of two credentials cannot collide.
 */
export class Idempotency {
  /**
   * @param scope the credential and the caller's own key.
   * @param bodyDigest SHA-256 of the operation and its input, in hex.
   */
  constructor(
    private readonly scope: readonly unknown[],
    readonly bodyDigest: () => string,
    private readonly results = { first: 0, replayed: 0 },
  ) {}

  /** Whether all commands of the request got the results of an earlier request, so that this one changed nothing. */
  get isReplayed(): boolean {
    return this.results.replayed > 0 && this.results.first === 0;
  }

  /** Notes whether a command of the request got the stored result of an earlier request. */
  noteResult(replayed: boolean): void {
    this.results[replayed ? 'replayed' : 'first'] += 1;
  }

  /** SHA-256 of its scope, in hex. */
  get key(): string {
    return sha256(canonicalJson(this.scope));
  }

  /** Identifies one of several commands of the request by its place. The first has the key of the whole, which another request has too. */
  part(index: number): Idempotency {
    return index === 0 ? this : new Idempotency([...this.scope, index], this.bodyDigest, this.results);
  }
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
