import { CSV, NDJSON } from '../../channels/http/media-types.js';
import { examples } from './examples/index.js';
import type { Paths } from './shared-parts.js';

const COMPONENTS = '#/components/schemas/';

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

/** Gives each request and answer body a reference to its example. */
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

/** The examples by their names, as components. */
export const exampleComponents = Object.fromEntries(
  Object.entries(examples).map(([name, value]) => [name, { value }]),
);

function suffixOf(type: string): string {
  if (type === CSV) return '.table';
  return type === NDJSON ? '.lines' : '';
}

function exampleOf({ schema }: Media, operationId: string, type: string): { examples?: object } {
  const name = schema?.$ref?.slice(COMPONENTS.length) ?? operationId + suffixOf(type);
  return name in examples ? { examples: { typical: { $ref: `#/components/examples/${name}` } } } : {};
}
