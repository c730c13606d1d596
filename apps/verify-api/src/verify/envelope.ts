import type { Digest } from '@service/evidence';
import type { Opening } from '../views/records/opening.js';

/** The text of an answer, in its JCS form, and the digest that is signed of it. */
export class Envelope {
  readonly text: string;

  constructor(
    private readonly opening: Opening,
    private readonly rest: string,
  ) {
    this.text = opening.text + rest;
  }

  digest(): Digest {
    return this.opening.digestWith(this.rest);
  }
}
