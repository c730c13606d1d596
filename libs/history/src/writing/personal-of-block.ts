import { takeRandomBytes } from '@service/contracts';
import type { ClientFields } from '../interaction.js';
import { digestPersonal, type Digest, type PersonalFields } from '@service/evidence';

/** The personal fields of a block's lines, each once, with a salt that no other block has. */
export class PersonalOfBlock {
  private readonly digests = new Map<string, Digest>();
  private readonly fields: Record<Digest, PersonalFields> = {};

  /** The digest that a line holds in place of the fields. */
  digestOf({ address, userAgent }: ClientFields): Digest {
    const key = `${address}\n${userAgent ?? ''}`;
    const known = this.digests.get(key);
    if (known !== undefined) return known;
    const fields = { salt: takeRandomBytes(16).toString('base64url'), address, user_agent: userAgent };
    const digest = digestPersonal(fields);
    this.digests.set(key, digest);
    this.fields[digest] = fields;
    return digest;
  }

  toJson(): string {
    return JSON.stringify(this.fields);
  }
}
