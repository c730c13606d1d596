import * as fc from 'fast-check';

/** A JSON Schema as the OpenAPI document holds it. */
export type Schema = Record<string, unknown>;

/** Values that a schema describes, and, one time in `1 / wildness`, values that it may not. */
export function fromSchema(
  schema: Schema,
  resolve: (name: string) => Schema,
  known: string[],
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: matching(schema, resolve, known) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom('', '\0', '\ud800', null, -1, 2 ** 53, 'x'.repeat(3_000), [[]]) },
  );
}

function matching(schema: Schema, resolve: (name: string) => Schema, known: string[]): fc.Arbitrary<unknown> {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return matching(resolve(reference.slice(reference.lastIndexOf('/') + 1)), resolve, known);
  }
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const [type, orNull] = [schema['type']].flat();
  const value = ofType(String(type), schema, resolve, known);
  return orNull === 'null' ? fc.option(value) : value;
}

function ofType(
  type: string,
  schema: Schema,
  resolve: (name: string) => Schema,
  known: string[],
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const others = schema['additionalProperties'];
      if (typeof others === 'object') {
        return fc.dictionary(fc.string(), fromSchema(others as Schema, resolve, known), { maxKeys: 4 });
      }
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      const model = Object.fromEntries(
        properties.map(([name, each]) => [name, fromSchema(each, resolve, known)]),
      );
      const required = (schema['required'] ?? []) as string[];
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
      return fc.uniqueArray(fromSchema(schema['items'] as Schema, resolve, known), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4),
        selector: (item) => JSON.stringify(item) ?? '',
      });
    case 'integer':
      return fc.integer({ min: Number(schema['minimum']), max: Number(schema['maximum']) });
    default:
      return ofText(schema, known);
  }
}

function ofText(schema: Schema, known: string[]): fc.Arbitrary<string> {
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
