import { describe, expect, it } from '@jest/globals';
import type { BundledAnswer, EvidenceBundle, VerificationEnvelope } from '@service/evidence';
import type { Exactly, Form, FromSchema } from './from-schema.js';
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
} from './schema-forms.js';
import type { Answer } from './schemas.js';

/** Marks a type of the code, which the compiler compares with the type of a schema. */
const exactly = <Type>(): Exactly<Form<Type>> => ({});

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

/** A bundle of this service, whose answer is always from verify; verifiers accept bundles of other routes too. */
type ServedBundle = Omit<EvidenceBundle, 'answer'> & {
  answer: Omit<BundledAnswer, 'body' | 'request'> & {
    body: VerificationEnvelope;
    request: { method: 'POST'; path: '/v1/records/verify'; body: { record_id: string } };
  };
};

describe('the schemas of answers', () => {
  it('have the types that verifiers read, where the service writes the text itself', () => {
    const verification: Exactly<Form<Answer<'Verification'>>> = exactly<VerificationEnvelope>();
    const bundle: Exactly<Form<Answer<'EvidenceBundle'>>> = exactly<ServedBundle>();
    expect([verification, bundle]).toHaveLength(2);
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
