/** A class whose decorators declare the members of an input. */
export type InputClass<Input extends object> = new () => Input;

/** How a member of an input is read. */
export interface MemberShape {
  /** JSON Schema (2020-12) of its value. */
  readonly schema?: object;
  readonly optional?: boolean;
  /** Class of its items, if it is a batch. */
  readonly items?: InputClass<object>;
  /** Converts the text of a query. */
  readonly convert?: (value: unknown) => unknown;
  /** Whether a query names each of its members in brackets: `name[key]=text`. */
  readonly bracketed?: true;
}

/** The members that each class declares itself, by its prototype. */
const declared = new WeakMap<object, Map<string, MemberShape>>();

/** The members of a class and of those that it extends. */
const all = new WeakMap<InputClass<object>, ReadonlyMap<string, MemberShape>>();

/** Declares that inputs of a class have a member. Every decorator of members applies it. */
export function Declared(shape: MemberShape = {}): PropertyDecorator {
  return (prototype, name) => {
    const members = declared.get(prototype) ?? new Map<string, MemberShape>();
    declared.set(prototype, members.set(String(name), { ...members.get(String(name)), ...shape }));
  };
}

/** The members that inputs of a class may have. */
export function membersOf(type: InputClass<object>): ReadonlyMap<string, MemberShape> {
  const known = all.get(type) ?? collect(type.prototype as object);
  all.set(type, known);
  return known;
}

function collect(prototype: object | null): ReadonlyMap<string, MemberShape> {
  if (prototype === null) return new Map();
  return new Map([
    ...collect(Object.getPrototypeOf(prototype) as object | null),
    ...(declared.get(prototype) ?? []),
  ]);
}
