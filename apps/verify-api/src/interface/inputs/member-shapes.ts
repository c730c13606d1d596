/** A class whose decorators declare the members of an input. */
export type InputClass<Input extends object> = new () => Input;

/** Where a request over HTTP carries a member that is neither in its body nor in its query. */
export type Carrier = 'path' | 'If-Match' | 'Host';

/** How a member of an input is read and described. */
export interface MemberShape {
  /** JSON Schema (2020-12) of its value. */
  readonly schema?: object;
  readonly optional?: boolean;
  /** Class of its items, if it is a batch; `id` where each is an id. */
  readonly items?: InputClass<object> | 'id';
  /** Converts the text of a query. */
  readonly convert?: (value: unknown) => unknown;
  /** Missing where the body or the query carries it. */
  readonly from?: Carrier;
}

/** The members that each class declares itself, by its prototype. */
const declared = new WeakMap<object, Map<string, MemberShape>>();

/** Declares that inputs of a class have a member. Every decorator of members applies it. */
export function Declared(shape: MemberShape = {}): PropertyDecorator {
  return (prototype, name) => {
    const members = declared.get(prototype) ?? new Map<string, MemberShape>();
    declared.set(prototype, members.set(String(name), { ...members.get(String(name)), ...shape }));
  };
}

/** Makes something of each class once: it is asked for at each request. */
export function onceForClass<Made extends object>(
  make: (type: InputClass<object>) => Made,
): (type: InputClass<object>) => Made {
  const made = new WeakMap<InputClass<object>, Made>();
  return (type) => {
    const known = made.get(type) ?? make(type);
    made.set(type, known);
    return known;
  };
}

/** The members that inputs of a class may have: its own, and those of the classes that it extends. */
export const membersOf = onceForClass((type) => collect(type.prototype as object));

/** The class of an input’s body: skips subclasses that only add members of the path or header fields. */
export function bodyClassOf(type: InputClass<object>): InputClass<object> {
  const own = [...(declared.get(type.prototype as object)?.values() ?? [])];
  const carriesOthers = own.length > 0 && own.every(({ from }) => from !== undefined);
  return carriesOthers ? bodyClassOf(Object.getPrototypeOf(type) as InputClass<object>) : type;
}

/** The members of which an input has exactly one: each names a record, or gives its content. */
export const waysOf = onceForClass((type): readonly string[] => {
  const members = membersOf(type);
  if (!members.has('content')) return [];
  const content = ['content_digest', 'content'];
  return members.get('record_id')?.optional === true ? ['record_id', 'external_id', ...content] : content;
});

/** The members of which an input has at least one, because it would change nothing without: those of an update. */
export const changesOf = onceForClass((type): readonly string[] => {
  if (!bodyClassOf(type).name.startsWith('Update')) return [];
  return [...membersOf(type)].flatMap(([name, { from }]) => (from === undefined ? [name] : []));
});

function collect(prototype: object | null): ReadonlyMap<string, MemberShape> {
  if (prototype === null) return new Map();
  return new Map([
    ...collect(Object.getPrototypeOf(prototype) as object | null),
    ...(declared.get(prototype) ?? []),
  ]);
}
