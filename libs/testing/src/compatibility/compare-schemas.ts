import { resolve, type Schema } from './documented.js';

/** Limits of values: a request breaks where one becomes narrower, an answer does not. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

/** What a client sends must stay allowed; what it is answered must stay what it expects. */
export type Direction = 'request' | 'answer';

/** The documents that references lead into. */
export interface Documents {
  old: object;
  new: object;
}

/** What of a change between two schemas breaks clients, as sentences that begin with the place. */
export class SchemaComparison {
  private readonly compared = new Set<string>();

  constructor(
    private readonly documents: Documents,
    private readonly direction: Direction,
  ) {}

  breaks(old: Schema, now: Schema, at: string): string[] {
    // A schema that refers to itself is compared once.
    const pair = `${old.$ref} ${now.$ref}`;
    if (old.$ref !== undefined && now.$ref !== undefined && this.compared.has(pair)) return [];
    this.compared.add(pair);
    const one = resolved(this.documents.old, old);
    const other = resolved(this.documents.new, now);
    const [before, after] = [typesOf(this.documents.old, one), typesOf(this.documents.new, other)];
    const [form, currentForm] = [formBesideNull(one), formBesideNull(other)];
    // What can be null is compared as what it is otherwise, by its reference if it has one: it may contain itself.
    if (form !== undefined || currentForm !== undefined) {
      return [
        ...this.typeBreaks(before, after, at, ['null']),
        ...this.breaks(form ?? withoutNull(old, one), currentForm ?? withoutNull(now, other), at),
      ];
    }
    return [
      ...this.typeBreaks(before, after, at),
      ...this.choiceBreaks(one, other, at),
      ...(this.direction === 'request' ? limitBreaks(one, other, at) : []),
      ...this.memberBreaks(one, other, at),
      ...(one.items === undefined || other.items === undefined
        ? []
        : this.breaks(one.items, other.items, `${at}[]`)),
      ...this.mapBreaks(one, other, at),
      ...this.formBreaks(one, other, at),
    ];
  }

  private typeBreaks(
    before: readonly string[],
    after: readonly string[],
    at: string,
    compared: readonly string[] = TYPES,
  ): string[] {
    if (before.length === 0 || after.length === 0) return [];
    const [some, others] = this.direction === 'request' ? [before, after] : [after, before];
    const beyond = without(some, others).filter(
      (type) => compared.includes(type) && !(type === 'integer' && others.includes('number')),
    );
    return beyond.map(
      (type) => `${at} ${this.direction === 'request' ? 'no longer takes' : 'can be'} ${type}`,
    );
  }

  private choiceBreaks(one: Schema, other: Schema, at: string): string[] {
    const [before, after] = [choicesOf(one), choicesOf(other)];
    if (this.direction === 'answer') {
      return before !== null && after === null ? [`${at} is no longer of a closed list`] : [];
    }
    if (after === null) return [];
    if (before === null) return [`${at} takes only a closed list`];
    return without(before, after).map((choice) => `${at} no longer takes ${JSON.stringify(choice)}`);
  }

  private memberBreaks(one: Schema, other: Schema, at: string): string[] {
    const [before, after] = [one.properties ?? {}, other.properties ?? {}];
    const gone = without(Object.keys(before), Object.keys(after));
    const own =
      this.direction === 'request'
        ? [
            ...without(other.required ?? [], one.required ?? []).map((name) => `${at}.${name} is required`),
            ...(other.additionalProperties === false
              ? gone.map((name) => `${at}.${name} is no longer taken`)
              : []),
          ]
        : [...new Set([...gone, ...without(one.required ?? [], other.required ?? [])])]
            .filter(() => other.properties !== undefined)
            .map((name) => `${at}.${name} can be missing`);
    const inner = Object.entries(before).flatMap(([name, member]) => {
      const now = after[name];
      return now === undefined ? [] : this.breaks(member, now, `${at}.${name}`);
    });
    return [...own, ...inner];
  }

  /** Members of any name, as metadata have them: their values, and their names. */
  private mapBreaks(one: Schema, other: Schema, at: string): string[] {
    const [before, after] = [valuesOf(one), valuesOf(other)];
    if (isMap(one) && after === null) {
      return this.direction === 'request' ? [`${at} takes no members of other names`] : [];
    }
    return [
      ...(before !== null && after !== null && (isMap(one) || isMap(other))
        ? this.breaks(before, after, `${at}.*`)
        : []),
      ...(one.propertyNames === undefined && other.propertyNames === undefined
        ? []
        : this.breaks(one.propertyNames ?? {}, other.propertyNames ?? {}, `${at}.* as a name`)),
    ];
  }

  /** Forms are compared in their order: a new one stands behind the others. */
  private formBreaks(one: Schema, other: Schema, at: string): string[] {
    const [before, after] = [formsOf(one), formsOf(other)];
    if (before.length === 0 || after.length === 0) return [];
    if (this.direction === 'request' && after.length < before.length) return [`${at} takes fewer forms`];
    if (this.direction === 'answer' && after.length > before.length) return [`${at} has more forms`];
    return before.flatMap((form, index) => {
      const now = after[index];
      return now === undefined ? [] : this.breaks(form, now, `${at}|${index}`);
    });
  }
}

/** An `allOf` narrows the codes of an error; its members are those of its first part. */
function resolved(document: object, schema: Schema): Schema {
  const { allOf, ...rest } = resolve(document, schema);
  const [first] = allOf ?? [];
  return first === undefined ? rest : { ...resolve(document, first), ...rest };
}

function limitBreaks(one: Schema, other: Schema, at: string): string[] {
  const limit = (schema: Schema, name: string, none: number) => Number(schema[name] ?? none);
  const lower = LOWER.filter((name) => {
    const none = name === 'minimum' ? -Infinity : 0;
    return limit(other, name, none) > limit(one, name, none);
  });
  const upper = UPPER.filter((name) => limit(other, name, Infinity) < limit(one, name, Infinity));
  const pattern = other.pattern !== undefined && other.pattern !== one.pattern ? ['pattern'] : [];
  return [...lower, ...upper, ...pattern].map((name) => `${at} is narrowed by ${name}`);
}

function without<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  return some.filter((each) => !others.includes(each));
}

/** The types that a value can have; none where the schema does not say. */
function typesOf(document: object, schema: Schema): readonly string[] {
  const { type } = schema;
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  const choices = choicesOf(schema);
  if (choices !== null) return [...new Set(choices.map(typeOf))];
  const types = formsOf(schema).map((form) => typesOf(document, resolved(document, form)));
  return types.some((each) => each.length === 0) ? [] : [...new Set(types.flat())];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The other form of what is either null or that. */
function formBesideNull(schema: Schema): Schema | undefined {
  const forms = formsOf(schema);
  const others = forms.filter(({ type }) => type !== 'null');
  return forms.length === 2 && others.length === 1 ? others[0] : undefined;
}

/** A schema without null among its types; where it has none there, as it was written. */
function withoutNull(written: Schema, { type, ...rest }: Schema): Schema {
  if (typeof type !== 'object' || !type.includes('null')) return written;
  const { enum: choices, ...others } = rest;
  return {
    ...others,
    type: without(type, ['null']),
    ...(choices === undefined ? {} : { enum: without(choices, [null]) }),
  };
}

/** Whether an object takes members of any name, of one form. */
function isMap({ additionalProperties }: Schema): boolean {
  return typeof additionalProperties === 'object';
}

/** The form of members that have no name in the schema; null where there are none. */
function valuesOf({ additionalProperties = {} }: Schema): Schema | null {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return additionalProperties ? {} : null;
}

function choicesOf(schema: Schema): readonly unknown[] | null {
  return 'const' in schema ? [schema.const] : (schema.enum ?? null);
}

/** The forms of a value, but not rules about which of its members go together. */
function formsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter((form) => Object.keys(form).some((keyword) => keyword !== 'required'));
}
