import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

type Node = { readonly [key: string]: unknown };

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Writes a JSON Schema of each kind in the OpenAPI document of a kube-apiserver, as
 * `<directory>/<kind>-<group>-<version>.json`, the names that kubeconform looks for. An object with properties takes
 * no others.
 */
export async function writeSchemas(document: unknown, directory: string): Promise<void> {
  const definitions = (document as { definitions: Record<string, Node> }).definitions;
  await mkdir(directory, { recursive: true });
  for (const [name, definition] of Object.entries(definitions)) {
    const [kind, ...others] = (definition['x-kubernetes-group-version-kind'] ?? []) as Kind[];
    // Options of requests belong to every group; no manifest has them.
    if (kind === undefined || others.length > 0) continue;
    await writeSchema(directory, kind, resolve(definition, definitions, new Set([name])));
  }
}

/** The part of a CustomResourceDefinition that says what its objects have. */
interface CustomKind {
  kind: string;
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Node } }[];
  };
}

/** Writes such a schema of each kind that the CustomResourceDefinitions in a folder define. Their rules in CEL are left out. */
export async function writeCustomSchemas(folder: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'));
  for (const file of files) {
    for (const document of parseAllDocuments(await readFile(join(folder, file), 'utf8'))) {
      const definition = document.toJS() as CustomKind | null;
      if (definition?.kind !== 'CustomResourceDefinition') continue;
      const { group, names, versions } = definition.spec;
      for (const { name: version, schema } of versions) {
        await writeSchema(directory, { group, version, kind: names.kind }, close(schema.openAPIV3Schema));
      }
    }
  }
}

async function writeSchema(
  directory: string,
  { kind, group, version }: Kind,
  schema: unknown,
): Promise<void> {
  const parts = [kind, group.split('.')[0], version];
  const file = parts.filter((part) => part !== '').join('-');
  await writeFile(join(directory, `${file.toLowerCase()}.json`), JSON.stringify(schema));
}

/** A schema of a CustomResourceDefinition, closed to unknown properties as the API server closes it. */
function close(node: Node): Node {
  const { properties, items, additionalProperties, ...others } = node;
  const within = (value: unknown) =>
    typeof value === 'object' && value !== null ? close(value as Node) : value;
  if (others['x-kubernetes-int-or-string'] === true) return { type: ['string', 'integer'] };
  const closed: Node = {
    ...others,
    ...(items !== undefined && { items: within(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: within(additionalProperties) }),
  };
  if (typeof properties !== 'object' || properties === null) return closed;
  const isOpen = others['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    additionalProperties: isOpen,
    ...closed,
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, within(value)])),
  };
}

/** The node with each reference replaced by what it names, and closed to unknown properties. */
function resolve(node: unknown, definitions: Record<string, Node>, within: ReadonlySet<string>): unknown {
  if (Array.isArray(node)) return node.map((item) => resolve(item, definitions, within));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference, ...members } = node as Node;
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    // A definition that holds itself, such as a JSON Schema's: its depths are left unchecked.
    return within.has(name) ? {} : resolve(definitions[name], definitions, new Set([...within, name]));
  }
  if (members['format'] === 'int-or-string') return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  const resolved = Object.fromEntries(
    Object.entries(members).map(([key, value]) => [key, resolve(value, definitions, within)]),
  );
  const properties = resolved['properties'];
  if (typeof properties !== 'object' || properties === null) return resolved;
  return { additionalProperties: false, ...resolved };
}
