/** An operation of a document, with the parts that operations can share. */
export interface DocumentedOperation {
  parameters?: (Part & { name: string; in: string })[];
  responses?: Record<string, object>;
  readonly [more: string]: unknown;
}

/** A part of an operation, or a reference to it. */
interface Part {
  name?: string;
  /** Name of its component if that differs from its own; left out of the document. */
  'x-shared-as'?: string | undefined;
}

/** The paths of a document, each with its operations by their methods. */
export type Paths = Record<string, Record<string, DocumentedOperation>>;

interface SharedParts {
  paths: Record<string, Record<string, object>>;
  parameters: Record<string, object>;
  responses: Record<string, object>;
}

/** Moves the parameters and responses that several operations have to the components. */
export function shareParts(paths: Paths): SharedParts {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = new Shared(
    'parameters',
    operations.flatMap((each) => each.parameters ?? []),
  );
  const responses = new Shared(
    'responses',
    operations.flatMap((each) => Object.values(each.responses ?? {})),
  );
  const share = ({ parameters: taken = [], responses: answers = {}, ...operation }: DocumentedOperation) => ({
    ...operation,
    ...(taken.length === 0 ? {} : { parameters: taken.map((part) => parameters.refer(part)) }),
    responses: mapValues(answers, (part) => responses.refer(part)),
  });
  return {
    paths: mapValues(paths, (methods) => mapValues(methods, share)),
    parameters: parameters.components(),
    responses: responses.components(),
  };
}

/** The parts of one kind that occur more than once; of different ones with one name, only the first. */
class Shared {
  private readonly byName = new Map<string, Part>();
  private readonly names = new Map<string, string>();

  constructor(
    private readonly kind: string,
    parts: readonly Part[],
  ) {
    const seen = new Set<string>();
    for (const part of parts) {
      const name = part['x-shared-as'] ?? part.name;
      const text = JSON.stringify(part);
      if (name !== undefined && seen.has(text) && !this.byName.has(name)) {
        this.byName.set(name, part);
        this.names.set(text, name);
      }
      seen.add(text);
    }
  }

  refer(part: Part): object {
    const name = this.names.get(JSON.stringify(part));
    return name === undefined ? plain(part) : { $ref: `#/components/${this.kind}/${name}` };
  }

  components(): Record<string, object> {
    const sorted = [...this.byName].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, part]) => [name, plain(part)]));
  }
}

function plain({ 'x-shared-as': _name, ...part }: Part): object {
  return part;
}

function mapValues<Value, Mapped>(
  values: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
