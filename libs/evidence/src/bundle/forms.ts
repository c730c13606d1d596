import type { JsonValue } from '../json/strict-json.js';

/**
 * Checks the form of a value. Returns null, or a sentence that names what is wrong and where.
 * @param at path of members to the value.
 */
export type Form = (value: JsonValue, at: string) => string | null;

type JsonObject = { [name: string]: JsonValue };

/** Whether a value is an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A form with a predicate. @param what describes it, with an article. */
export function being(what: string, holds: (value: JsonValue) => boolean): Form {
  return (value, at) => (holds(value) ? null : `${at} is not ${what}`);
}

export const text = being('a text', (value) => typeof value === 'string');
export const size = being('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const object = being('an object', isJsonObject);

/** Exactly one value. */
export function exactly(expected: string): Form {
  return being(JSON.stringify(expected), (value) => value === expected);
}

/** An object with exactly these members; the optional ones may be missing. */
export function members(
  forms: Readonly<Record<string, Form>>,
  optional: Readonly<Record<string, Form>> = {},
): Form {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is not an object`;
    const known = { ...optional, ...forms };
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined) return `${at} has an unknown member ${JSON.stringify(unknown)}`;
    const present = Object.entries(optional).filter(([name]) => Object.hasOwn(value, name));
    return withMembers({ ...forms, ...Object.fromEntries(present) })(value, at);
  };
}

/**
 * Paths of the members of a value that are not among the known ones.
 * @param value anything; what is not an object has none.
 */
export function strangersIn(value: JsonValue | undefined, known: object, at: string): string[] {
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((name) => (Object.hasOwn(known, name) ? [] : [`${at}.${name}`]));
}

/** A member of a value; undefined where there is none. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An object with at least these members. */
export function withMembers(forms: Readonly<Record<string, Form>>): Form {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is not an object`;
    for (const [name, form] of Object.entries(forms)) {
      if (!Object.hasOwn(value, name)) return `${at} has no member ${JSON.stringify(name)}`;
      const fault = form(value[name] as JsonValue, `${at}.${name}`);
      if (fault !== null) return fault;
    }
    return null;
  };
}

/** A list whose items all have a form. */
export function listOf(form: Form): Form {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is not a list`;
    return firstFault(value.map((item, index) => () => form(item, `${at}[${index}]`)));
  };
}

/** An object with arbitrary names, whose members all have one form. */
export function mapOf(form: Form): Form {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is not an object`;
    return firstFault(
      Object.entries(value).map(
        ([name, item]) =>
          () =>
            form(item, `${at}.${name}`),
      ),
    );
  };
}

/** Null, or a value of a form. */
export function nullOr(form: Form): Form {
  return (value, at) => (value === null ? null : form(value, at));
}

function firstFault(looks: readonly (() => string | null)[]): string | null {
  for (const look of looks) {
    const fault = look();
    if (fault !== null) return fault;
  }
  return null;
}
