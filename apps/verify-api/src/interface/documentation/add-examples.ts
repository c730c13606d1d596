import { CSV, NDJSON } from '../../channels/http/media-types.js';
import { examples } from './examples/index.js';
import type { Paths } from './shared-parts.js';

interface Media {
  schema?: { $ref?: string };
}

interface Bodied {
  content?: Record<string, Media>;
}

interface ExampledOperation {
  operationId?: string;
  requestBody?: Bodied;
  responses?: Record<string, Bodied>;
}

/** Gives an example to each body without a named schema; a named schema has its own. */
export function addExamples(described: Paths): Paths {
  const paths = structuredClone(described);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId = '', requestBody, responses = {} } = operation as ExampledOperation;
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const [type, media] of Object.entries(content)) {
        Object.assign(media, exampleOf(media, operationId, type));
      }
    }
  }
  return paths;
}

/** Schemas with their examples. */
export function withExamples(schemas: Readonly<Record<string, object>>): Record<string, object> {
  const withExample = ([name, schema]: [string, object]) =>
    [name, name in examples ? { ...schema, examples: [examples[name]] } : schema] as const;
  return Object.fromEntries(Object.entries(schemas).map(withExample));
}

function suffixOf(type: string): string {
  if (type === CSV) return '.table';
  return type === NDJSON ? '.lines' : '';
}

function exampleOf({ schema }: Media, operationId: string, type: string): { examples?: object } {
  const name = operationId + suffixOf(type);
  return schema?.$ref === undefined && name in examples
    ? { examples: { typical: { value: examples[name] } } }
    : {};
}
