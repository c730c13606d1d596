import * as fc from 'fast-check';

/** What the ids in members begin with, by the members' names. */
const PREFIXES: Record<string, string> = {
  authority_id: 'aut_',
  authorities: 'aut_',
  record_id: 'rec_',
  successor_id: 'rec_',
};

/** A JSON Schema as the OpenAPI document holds it. */
export type Schema = Record<string, unknown>;

/** Where values come from besides their schema. */
export interface Surroundings {
  resolve: (name: string) => Schema;
  /** Ids that exist. */
  known: readonly string[];
  /** Whether one value in seven is one that its schema may not describe. */
  wild: boolean;
}

/** Values that a schema describes. */
export function fromSchema(schema: Schema, around: Surroundings, name = ''): fc.Arbitrary<unknown> {
  const tame = matching(schema, around, name);
  if (!around.wild) return tame;
  return fc.oneof(
    { weight: 12, arbitrary: tame },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom('', '\0', '\ud800', null, -1, 2 ** 53, 'x'.repeat(3_000), [[]]) },
  );
}

function matching(schema: Schema, around: Surroundings, name: string): fc.Arbitrary<unknown> {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return matching(around.resolve(reference.slice(reference.lastIndexOf('/') + 1)), around, name);
  }
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const [type, orNull] = [schema['type']].flat();
  const value = ofType(String(type), schema, around, name);
  return orNull === 'null' ? fc.option(value) : value;
}

function ofType(type: string, schema: Schema, around: Surroundings, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const others = schema['additionalProperties'];
      if (typeof others === 'object') {
        return fc.dictionary(fc.string(), fromSchema(others as Schema, around), { maxKeys: 4 });
      }
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      const model = Object.fromEntries(
        properties.map(([name, each]) => [name, fromSchema(each, around, name)]),
      );
      const required = (schema['required'] ?? []) as string[];
      if (!around.wild) return tameObject(schema, model, required);
      return fc.oneof(
        { weight: 8, arbitrary: fc.record(model, { requiredKeys: required }) },
        { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
        {
          weight: 1,
          arbitrary: fc.record<Record<string, unknown>>(
            { ...model, surplus: fc.anything() },
            { requiredKeys: required },
          ),
        },
      );
    }
    case 'array':
      return fc.uniqueArray(fromSchema(schema['items'] as Schema, around, name), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4),
        selector: (item) => JSON.stringify(item) ?? '',
      });
    case 'integer':
      return fc.integer({ min: Number(schema['minimum']), max: Number(schema['maximum']) });
    default:
      return ofText(schema, around, name);
  }
}

/** An object that has exactly one of the members of which the schema says so. */
function tameObject(
  { 'x-exactly-one-of': ways, minProperties = 0 }: Schema,
  model: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<unknown> {
  const exclusive = (ways ?? []) as string[];
  const withThe = (way: string | undefined) => {
    const taken = Object.entries(model).filter(([name]) => name === way || !exclusive.includes(name));
    return fc.record(Object.fromEntries(taken), {
      requiredKeys: [...required, ...(way === undefined ? [] : [way])],
    });
  };
  return fc
    .oneof(...(ways === undefined ? [undefined] : exclusive).map(withThe))
    .filter((made) => Object.keys(made).length >= Number(minProperties));
}

function ofText(schema: Schema, { known, wild }: Surroundings, name: string): fc.Arbitrary<string> {
  const fitting = known.filter((id) => id.startsWith(PREFIXES[name] ?? '-'));
  if (!wild && fitting.length > 0) return fc.constantFrom(...fitting);
  if (schema['format'] === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  }
  if (typeof schema['pattern'] === 'string')
    return fc.stringMatching(new RegExp(`^${schema['pattern'].slice(1)}`));
  const maxLength = Math.min(Number(schema['maxLength'] ?? 40), 40);
  const text = fc.string({ minLength: Number(schema['minLength'] ?? 0), maxLength, unit: 'binary' });
  return fc.oneof(text, fc.constantFrom(...known));
}
