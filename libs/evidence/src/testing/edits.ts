import { openElement, hashElement, type HashedElement } from '../elements/element.js';
import { reopen } from './chains.js';

/** A member of one element of a chain. */
export interface Place<Content> {
  index: number;
  member: keyof Content;
}

/** Every way to edit one member of one element of a chain. */
export class Edits<Content extends object> {
  readonly members: (keyof Content & string)[];
  readonly places: Place<Content>[];

  /** @param others another valid value for each member. */
  constructor(
    private readonly chain: readonly HashedElement<Content>[],
    private readonly others: Record<keyof Content, unknown>,
  ) {
    this.members = Object.keys(others) as (keyof Content & string)[];
    this.places = chain.flatMap((_, index) => this.members.map((member) => ({ index, member })));
  }

  /** The element with another value and the old digest. */
  underOldDigest(place: Place<Content>): HashedElement<Content> {
    const { digest } = this.at(place);
    return openElement(hashElement(this.edited(place)).text, digest);
  }

  /** The element with another value and a new digest. */
  underNewDigest(place: Place<Content>): HashedElement<Content> {
    return reopen(this.edited(place));
  }

  /** The element without the member and with a new digest. */
  without(place: Place<Content>): HashedElement<Content> {
    const { [place.member]: _left, ...rest } = this.at(place).content;
    return reopen(rest);
  }

  private edited(place: Place<Content>): object {
    return { ...this.at(place).content, [place.member]: this.others[place.member] };
  }

  private at({ index }: Place<Content>): HashedElement<Content> {
    const element = this.chain[index];
    if (element === undefined) throw new RangeError(`The chain has no element ${index}.`);
    return element;
  }
}
