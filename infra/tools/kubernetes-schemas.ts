import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
    const parts = [kind.kind, kind.group.split('.')[0], kind.version];
    const file = parts.filter((part) => part !== '').join('-');
    const schema = resolve(definition, definitions, new Set([name]));
    await writeFile(join(directory, `${file.toLowerCase()}.json`), JSON.stringify(schema));
  }
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
