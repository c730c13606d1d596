import type { Digest } from '@service/evidence';
import type { AnswerPrefix } from '../views/records/answer-prefix.js';

/** The text of an answer in its JCS form, with the digest that is signed. */
export class Envelope {
  readonly text: string;

  constructor(
    private readonly prefix: AnswerPrefix,
    private readonly rest: string,
    /** Elements of the record that it rests on: each was checked for it. */
    readonly elements: number,
  ) {
    this.text = prefix.text + rest;
  }

  digest(): Digest {
    return this.prefix.digestWith(this.rest);
  }
}
