import { createHash, type Hash } from 'node:crypto';
import { digestText, type Digest } from '@service/evidence';

/**
 * A text that many answers begin with. From its second use on its part of their digests is not computed again:
 * hashing the whole of each would be the largest part of what signing an answer costs.
 */
export class AnswerPrefix {
  private hash: Hash | null = null;
  private isUsed = false;

  constructor(readonly text: string) {}

  /** Digest of this text and what follows it. */
  digestWith(rest: string): Digest {
    if (!this.isUsed) {
      this.isUsed = true;
      return digestText(this.text + rest);
    }
    this.hash ??= createHash('sha256').update(this.text);
    return `sha256:${this.hash.copy().update(rest).digest('hex')}`;
  }
}
