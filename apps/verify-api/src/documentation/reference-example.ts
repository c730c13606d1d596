import type { DescribedInterface, DescribedOperation, DescribedSchema } from './described-interface.js';

/** How deep an example shows what schemas refer to. */
const DEEPEST = 4;

/** A request to paste, with the functions of the README. */
export function curlOf(
  method: string,
  path: string,
  operation: DescribedOperation,
  document: DescribedInterface,
): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$URL${path.replaceAll(/\{(\w+)\}/g, '<$1>')}"`,
    ...(needsCredential(operation, document) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(content === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(content.example ?? exampleOf(content.schema, document, 0)).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
}

/** Whether a route takes a credential. */
export function needsCredential({ security }: DescribedOperation, document: DescribedInterface): boolean {
  return (security ?? document.security ?? []).length > 0;
}

/** An example of a schema: its own, or one of its needed members. */
function exampleOf(
  schema: DescribedSchema | undefined,
  document: DescribedInterface,
  depth: number,
): unknown {
  if (schema === undefined || depth > DEEPEST) return '...';
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return exampleOf(document.components?.schemas?.[name], document, depth + 1);
  const shown = schema.example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.const;
  if (shown !== undefined) return shown;
  if (schema.items !== undefined) return [exampleOf(schema.items, document, depth + 1)];
  if (schema.properties === undefined) return plainExample(schema);
  const needed = new Set(schema.required);
  const choice = (schema.oneOf ?? schema.anyOf)?.find(({ required = [] }) => required.length > 0);
  for (const member of choice?.required ?? []) needed.add(member);
  const members = Object.entries(schema.properties).filter(([member]) => needed.has(member));
  return Object.fromEntries(members.map(([member, each]) => [member, exampleOf(each, document, depth + 1)]));
}

function plainExample({ type, format, minimum = 1 }: DescribedSchema): unknown {
  const [first] = [type].flat();
  if (first === 'integer' || first === 'number') return minimum;
  if (first === 'boolean') return true;
  return format === 'date-time' ? '2030-01-01T00:00:00Z' : '...';
}
