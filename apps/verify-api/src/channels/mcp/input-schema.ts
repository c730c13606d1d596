import { membersOf, type InputClass } from '../../interface/inputs/member-shapes.js';

/** JSON Schema of an object, as tools declare it. */
export interface ObjectSchema {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  /** Absent where no member is required. */
  required?: readonly string[];
  additionalProperties: false;
}

/**
 * The closed JSON Schema (2020-12) of an operation's input. That exactly one of several members is needed stands in
 * descriptions only: some hosts refuse a tool with `oneOf` at the top of its schema.
 * @param changes by member: keywords that replace its own, or a new member's schema; null leaves it out.
 */
export function inputSchemaOf(
  type: InputClass<object> | undefined,
  changes: Readonly<Record<string, object | null>> = {},
): ObjectSchema {
  const members = type === undefined ? [] : [...membersOf(type)];
  const kept = members.filter(([name]) => changes[name] !== null);
  const properties = kept.map(([name, { schema = {}, items }]): [string, object] => [
    name,
    {
      ...unnamed(name, brief(schema)),
      ...(items === undefined || items === 'id' ? {} : { items: itemSchemaOf(items, changes) }),
      ...changes[name],
    },
  ]);
  const own = Object.entries(changes).filter(([, schema]) => schema !== null && isWhole(schema));
  const added = own.filter(([name]) => !members.some(([member]) => member === name));
  const required = kept.filter(([, { optional }]) => optional !== true).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...added]) as Record<string, object>,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** The schema of a batch's items, with only the changes that concern their members. */
function itemSchemaOf(type: InputClass<object>, changes: Readonly<Record<string, object | null>>): object {
  const names = new Set(membersOf(type).keys());
  return inputSchemaOf(type, Object.fromEntries(Object.entries(changes).filter(([name]) => names.has(name))));
}

/** Whether a change is a schema by itself; other changes only adjust a member of the input. */
function isWhole(schema: object): boolean {
  return 'type' in schema || 'enum' in schema;
}

/** Drops a description that only repeats the member's name. */
function unnamed(name: string, schema: { description?: unknown }): object {
  const { description, ...rest } = schema;
  return description === `Id of the ${name.replace(/_id$/, '')}.` ? rest : schema;
}

const LEFT_OUT = [
  'additionalProperties',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'pattern',
  'propertyNames',
  'uniqueItems',
];

/** Drops the keywords that only validators and HTTP need: a model reads the schema with each list of tools. */
function brief(schema: object): object {
  const { type, items, ...rest }: { type?: unknown; items?: object } = schema;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !LEFT_OUT.includes(name)));
  if (items !== undefined) kept['items'] = brief(items);
  if (type === undefined) return kept;
  // Not every host takes two types in one schema.
  return {
    ...(Array.isArray(type) ? { anyOf: type.map((each: unknown) => ({ type: each })) } : { type }),
    ...kept,
  };
}
