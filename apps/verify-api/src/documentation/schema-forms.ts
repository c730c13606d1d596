/** The forms that answers are made of, as JSON Schema 2020-12. */
export type Schema = Record<string, unknown>;

export const text = { type: 'string' };
export const textOrNull = { type: ['string', 'null'] };
export const id = { type: 'string', minLength: 1 };
export const moment = { type: 'string', format: 'date-time' };
export const momentOrNull = { type: ['string', 'null'], format: 'date-time' };
export const digest = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
export const digestOrNull = { type: ['string', 'null'], pattern: '^sha256:[0-9a-f]{64}$' };
/** 32 bytes in base64. */
export const hash = { type: 'string', pattern: '^[A-Za-z0-9+/]{43}=$' };
export const version = { type: 'integer', minimum: 1 };
export const choice = (choices: readonly string[]) => ({ type: 'string', enum: [...choices] });
export const list = (items: Schema) => ({ type: 'array', items });
export const see = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An object that holds these members and no others; those named `optional` may be absent. */
export function shape(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const orNull = (schema: Schema, description: string) => ({
  anyOf: [schema, { type: 'null' }],
  description,
});

/** An object with members of one form, under names of their own. */
export const mapOf = (items: Schema) => ({ type: 'object', additionalProperties: items });

export const page = (item: string) => shape({ data: list(see(item)), next_cursor: textOrNull });

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
};
