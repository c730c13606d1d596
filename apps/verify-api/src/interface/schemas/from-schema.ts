import type { Digest } from '@service/evidence';

/**
 * The type of the values that a JSON Schema describes; it knows the forms of schema-forms.ts.
 * @template Named the schemas that it refers to, by their names.
 */
export type FromSchema<Of, Named> = Of extends {
  $ref: `#/components/schemas/${infer Name extends keyof Named & string}`;
}
  ? FromSchema<Named[Name], Named>
  : Of extends { const: infer Only }
    ? Only
    : Of extends { enum: readonly (infer Choice)[] }
      ? Choice
      : Of extends { anyOf: readonly (infer Some)[] } | { oneOf: readonly (infer Some)[] }
        ? FromEach<Some, Named>
        : Of extends { type: readonly (infer Type)[] }
          ? FromType<Type, Of, Named>
          : Of extends { type: infer Type }
            ? FromType<Type, Of, Named>
            : never;

/** Distributes over a union of schemas. */
type FromEach<Of, Named> = Of extends unknown ? FromSchema<Of, Named> : never;

/** Distributes over the types that a schema lists. */
type FromType<Type, Of, Named> = Type extends 'string'
  ? FromText<Of>
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? FromList<Of, Named>
          : Type extends 'object'
            ? FromObject<Of, Named>
            : never;

type FromText<Of> = Of extends { pattern: '^sha256:[0-9a-f]{64}$' } ? Digest : string;

type FromList<Of, Named> = Of extends { items: infer Item } ? FromSchema<Item, Named>[] : never;

type FromObject<Of, Named> = Of extends { properties: infer Members; required: readonly (infer Required)[] }
  ? MembersOf<Members, Required, Named>
  : Of extends { additionalProperties: infer Item }
    ? { [name: string]: FromSchema<Item, Named> }
    : object;

/** A closed object. One without members is not `{}`, a type that nearly every value has. */
type MembersOf<Members, Required, Named> = [keyof Members] extends [never]
  ? Record<string, never>
  : { [Name in keyof Members & Required]: FromSchema<Members[Name], Named> } & {
      [Name in Exclude<keyof Members, Required>]?: FromSchema<Members[Name], Named>;
    };

/**
 * A type as JSON shows it, in a form that can be compared: it tells which members may be absent, which
 * assignability overlooks. An intersection becomes one object, and nothing is `readonly`.
 */
export type Form<Type> = Type extends string | number | boolean | null
  ? Type
  : Type extends readonly (infer Item)[]
    ? Form<Item>[]
    : {
        -readonly [Name in keyof Type]-?: Partial<Pick<Type, Name>> extends Pick<Type, Name>
          ? { optional: Form<Exclude<Type[Name], undefined>> }
          : Form<Type[Name]>;
      };

/** An invariant wrapper of a type: the wrapper of a narrower or wider type is not assignable to it. */
export interface Exactly<Type> {
  readonly stands?: (type: Type) => Type;
}
