import { membersOf, type InputClass } from '../inputs/member-shapes.js';

/** JSON Schema of an object, as tools declare it. */
export interface ObjectSchema {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
  additionalProperties: false;
}

/**
 * The schema of an operation's input (JSON Schema 2020-12), closed. That exactly one of several members is needed stands
 * in descriptions only: some hosts refuse a tool with `oneOf` at the top of its schema.
 * @param changes members with other schemas, and those that are left out, which are null.
 */
export function inputSchemaOf(
  type: InputClass<object> | undefined,
  changes: Readonly<Record<string, object | null>> = {},
): ObjectSchema {
  const members = type === undefined ? [] : [...membersOf(type)];
  const leftOut = Object.fromEntries(Object.entries(changes).filter(([, schema]) => schema === null));
  const kept = members.filter(([name]) => changes[name] !== null);
  const properties = kept.map(([name, { schema = {}, items }]) => [
    name,
    {
      ...brief(schema),
      ...(items === undefined ? {} : { items: inputSchemaOf(items, leftOut) }),
      ...changes[name],
    },
  ]);
  const added = Object.entries(changes).filter(
    ([name, schema]) => schema !== null && !members.some(([member]) => member === name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...added]) as Record<string, object>,
    required: kept.filter(([, { optional }]) => optional !== true).map(([name]) => name),
    additionalProperties: false,
  };
}

const LEFT_OUT = [
  'additionalProperties',
  'explode',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'pattern',
  'propertyNames',
  'style',
  'uniqueItems',
];

/** Without what only a validator, or HTTP, reads: a model gets the schema with each list of tools, and an error if it is wrong. */
function brief(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !LEFT_OUT.includes(name)));
}
