import { describe, expect, it } from '@jest/globals';
import { answerTypes, exactly } from './answer-types.js';
import type { Exactly, Form, FromSchema } from './schemas/from-schema.js';
import {
  choice,
  digest,
  list,
  mapOf,
  moment,
  orNull,
  see,
  shape,
  textOrNull,
  version,
} from './schemas/schema-forms.js';
import { schemas } from './schemas/schemas.js';

const item = shape({ at: moment, of: choice(['a', 'b']), digest }, ['of']);
const whole = shape({
  items: list(see('Item')),
  by: mapOf(version),
  note: textOrNull,
  one: orNull(shape({}), 'Nothing, or not even that.'),
});

interface Item {
  at: string;
  of?: 'a' | 'b';
  digest: `sha256:${string}`;
}
interface Whole {
  items: readonly Item[];
  by: Record<string, number>;
  note: string | null;
  one: Record<string, never> | null;
}

describe('the schemas of answers', () => {
  it('each have a type that they may not differ from', () => {
    expect(Object.keys(schemas).filter((name) => !(name in answerTypes))).toEqual([]);
  });

  it('are compared with their types by the compiler, which lets no difference pass', () => {
    const compared: Exactly<Form<FromSchema<typeof whole, { Item: typeof item }>>>[] = [
      exactly<Whole>(),
      // @ts-expect-error It is wider.
      exactly<Omit<Whole, 'note'> & { note: string | number | null }>(),
      // @ts-expect-error It is narrower.
      exactly<Omit<Whole, 'note'> & { note: string }>(),
      // @ts-expect-error It has a member more.
      exactly<Whole & { more: string }>(),
      // @ts-expect-error It has a member less.
      exactly<Omit<Whole, 'note'>>(),
      // @ts-expect-error A member may be absent.
      exactly<Omit<Whole, 'note'> & { note?: string | null }>(),
      // @ts-expect-error A member of a member is wider.
      exactly<Omit<Whole, 'items'> & { items: (Omit<Item, 'digest'> & { digest: string })[] }>(),
    ];
    expect(compared).toHaveLength(7);
  });
});
