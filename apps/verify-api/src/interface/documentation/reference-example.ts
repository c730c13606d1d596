import {
  followed,
  type DescribedContent,
  type DescribedInterface,
  type DescribedOperation,
} from './described-interface.js';

/** A request to paste, with the functions of the README. */
export function curlOf(
  method: string,
  path: string,
  operation: DescribedOperation,
  document: DescribedInterface,
): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SERVICE_URL${path.replaceAll(/\{(\w+)\}/g, '<$1>')}"`,
    ...(needsCredential(operation, document) ? ['-H "Authorization: Bearer $SERVICE_TOKEN"'] : []),
    ...(content === undefined ? [] : ["-H 'Content-Type: application/json'", bodyOf(content, document)]),
  ];
  return parts.join(' \\\n  ');
}

function bodyOf(content: DescribedContent, document: DescribedInterface): string {
  return `-d '${JSON.stringify(exampleOf(content, document)).replaceAll("'", "'\\''")}'`;
}

/** An example of a body. */
export function exampleOf(
  { schema, examples }: DescribedContent,
  { components }: DescribedInterface,
): unknown {
  const described = schema === undefined ? {} : followed(schema, components?.schemas);
  const [example = examples?.['typical']?.value ?? {}] = described.examples ?? [];
  return example;
}

/** Whether a route takes a credential. */
function needsCredential({ security }: DescribedOperation, document: DescribedInterface): boolean {
  return (security ?? document.security ?? []).length > 0;
}
