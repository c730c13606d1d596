import { resolve, type Schema } from './documented.js';

/** Limits of values: a request breaks where one becomes narrower, an answer does not. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

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
    return [
      ...this.typeBreaks(one, other, at),
      ...this.choiceBreaks(one, other, at),
      ...(this.direction === 'request' ? limitBreaks(one, other, at) : []),
      ...this.memberBreaks(one, other, at),
      ...(one.items === undefined || other.items === undefined
        ? []
        : this.breaks(one.items, other.items, `${at}[]`)),
      ...this.formBreaks(one, other, at),
    ];
  }

  private typeBreaks(one: Schema, other: Schema, at: string): string[] {
    const [before, after] = [typesOf(one), typesOf(other)];
    if (before.length === 0 || after.length === 0) return [];
    if (this.direction === 'request')
      return without(before, after).map((type) => `${at} no longer takes ${type}`);
    const gained = without(after, before).filter(
      (type) => !(type === 'integer' && before.includes('number')),
    );
    return gained.map((type) => `${at} can be ${type}`);
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

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function choicesOf(schema: Schema): readonly unknown[] | null {
  return 'const' in schema ? [schema.const] : (schema.enum ?? null);
}

/** The forms of a value, but not rules about which of its members go together. */
function formsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter((form) => Object.keys(form).some((keyword) => keyword !== 'required'));
}
