import { MEMBER_MEANINGS } from './member-meanings.js';

/** The forms that answers are made of, as JSON Schema 2020-12; from-schema.ts derives types from them. */
export type Schema = { readonly [keyword: string]: unknown };

export const text = { type: 'string' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;
export const flag = { type: 'boolean' } as const;
export const id = { type: 'string', minLength: 1 } as const;
export const moment = { type: 'string', format: 'date-time' } as const;
export const momentOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
export const digest = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } as const;
export const digestOrNull = { type: ['string', 'null'], pattern: '^sha256:[0-9a-f]{64}$' } as const;
/** 32 bytes in base64. */
export const hash = { type: 'string', pattern: '^[A-Za-z0-9+/]{43}=$' } as const;
export const version = { type: 'integer', minimum: 1 } as const;
export const count = { type: 'integer', minimum: 0 } as const;

export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  ({ type: 'string', enum: choices }) as const;

/** One of the names of an object's members. */
export const nameIn = <Names extends object>(names: Names) =>
  choice(Object.keys(names).filter((name): name is keyof Names & string => name in names));

/** A form with a more precise meaning than that of its member's name. */
export const described = <const Some extends Schema>(schema: Some, description: string) =>
  ({ ...schema, description }) as const;

export const list = <const Item extends Schema>(items: Item) => ({ type: 'array', items }) as const;

export const see = <const Name extends string>(name: Name) =>
  ({ $ref: `#/components/schemas/${name}` }) as const;

/** An object that holds these members and no others; those named `optional` may be absent. A member without a
 *  description gets that of its name. */
export function shape<
  const Members extends Record<string, Schema>,
  const Optional extends keyof Members & string = never,
>(properties: Members, optional: readonly Optional[] = []) {
  const isRequired = (name: string): name is Exclude<keyof Members & string, Optional> =>
    !optional.some((each) => each === name);
  const required = Object.keys(properties).filter(isRequired);
  return {
    type: 'object',
    properties: withMeanings(properties),
    required,
    additionalProperties: false,
  } as const;
}

/** One of some forms; a member that only one of them has tells them apart. */
export const oneOf = <const Forms extends readonly Schema[]>(...oneOf: Forms) => ({ oneOf }) as const;

function withMeanings<Members extends Record<string, Schema>>(members: Members): Members {
  const entries = Object.entries(members).map(([name, schema]) => {
    const meaning = MEMBER_MEANINGS[name];
    return [
      name,
      'description' in schema || meaning === undefined ? schema : { ...schema, description: meaning },
    ];
  });
  return Object.fromEntries(entries) as Members;
}

export const orNull = <const Some extends Schema>(schema: Some, description: string) =>
  ({ anyOf: [schema, { type: 'null' }], description }) as const;

/** An object whose members have any names, and all one form. */
export const mapOf = <const Item extends Schema>(items: Item) =>
  ({ type: 'object', additionalProperties: items }) as const;

export const page = <const Name extends string>(item: Name) =>
  shape({ data: list(see(item)), next_cursor: textOrNull });

export const erasableReason = shape({ sequence: version, reason: text, salt: text });

/** A page of elements, and the reasons beside them. */
export const history = <const Name extends string>(element: Name) =>
  shape({
    data: list(see(element)),
    reasons: list(erasableReason),
    next_cursor: textOrNull,
  });

/** Members that the elements of every subject have. */
export const linkage = {
  format: { const: 'element/v1' },
  log: text,
  sequence: version,
  event_id: id,
  occurred_at: moment,
  reason_digest: digestOrNull,
  salt: text,
  previous: digestOrNull,
  digest,
  signature: orNull(
    shape({ key_id: text, algorithm: { const: 'Ed25519' }, value: text }),
    'By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet.',
  ),
} as const;

/** The members of a subject that has metadata. */
export const notes = {
  metadata: described(
    mapOf(text),
    'Notes of the project, which prove nothing. They have no part in `version`.',
  ),
  metadata_version: described(count, 'Rises by one with each change of the metadata; 0 before the first.'),
} as const;
