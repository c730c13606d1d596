import { createHash, type Hash } from 'node:crypto';
import { digestText, type Digest } from '@service/evidence';

/**
 * A text that many answers start with. From its second use on, its hash state is reused: hashing each answer as a
 * whole would be the largest cost of signing it.
 */
export class AnswerPrefix {
  private hash: Hash | null = null;
  private isUsed = false;

  constructor(readonly text: string) {}

  /** Digest of the prefix followed by `rest`. */
  digestWith(rest: string): Digest {
    if (!this.isUsed) {
      this.isUsed = true;
      return digestText(this.text + rest);
    }
    this.hash ??= createHash('sha256').update(this.text);
    return `sha256:${this.hash.copy().update(rest).digest('hex')}`;
  }
}
