/** What operations of a document have, as far as it can be shared. */
interface DocumentedOperation {
  parameters?: DocumentedParameter[];
  responses?: Record<string, object>;
}

interface DocumentedParameter {
  name: string;
  in: string;
  /** Names the component that it is to become, where that is not its own name; is not in the document. */
  'x-shared-as'?: string;
}

/** The paths of a document, each with its operations by their methods. */
export type Paths = Record<string, Record<string, DocumentedOperation>>;

/** Moves the parameters that several operations have to the components. */
export function shareParameters(paths: Paths): { paths: Paths; parameters: Record<string, object> } {
  const all = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [] }) => parameters),
  );
  const components = repeated(all);
  const names = new Map([...components].map(([name, parameter]) => [JSON.stringify(parameter), name]));
  const share = (parameter: DocumentedParameter): DocumentedParameter => {
    const name = names.get(JSON.stringify(parameter));
    const shared = name === undefined ? plain(parameter) : { $ref: `#/components/parameters/${name}` };
    return shared as DocumentedParameter;
  };
  return {
    paths: mapValues(paths, (methods) =>
      mapValues(methods, ({ parameters = [], ...operation }) =>
        parameters.length === 0 ? operation : { ...operation, parameters: parameters.map(share) },
      ),
    ),
    parameters: mapValues(Object.fromEntries([...components].sort(byName)), plain),
  };
}

/** The parameters that more than one operation has, by name: of each name the first such. */
function repeated(parameters: readonly DocumentedParameter[]): ReadonlyMap<string, DocumentedParameter> {
  const seen = new Set<string>();
  const chosen = new Map<string, DocumentedParameter>();
  for (const parameter of parameters) {
    const text = JSON.stringify(parameter);
    const name = parameter['x-shared-as'] ?? parameter.name;
    if (seen.has(text) && !chosen.has(name)) chosen.set(name, parameter);
    seen.add(text);
  }
  return chosen;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function plain({ 'x-shared-as': _name, ...parameter }: DocumentedParameter): DocumentedParameter {
  return parameter;
}

function mapValues<Value, Mapped>(
  values: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
