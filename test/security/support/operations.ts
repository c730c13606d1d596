import type { Client } from '../../support/client.js';

/** An operation of the interface, as the OpenAPI document declares it. */
export interface DocumentedOperation {
  method: string;
  path: string;
  /** Of which a caller needs one; empty where any credential will do. */
  capabilities: string[];
  /** Whether it can be called without a credential. */
  open: boolean;
  takesBody: boolean;
  /** Names of the members of its body. */
  members: string[];
}

interface Documented {
  security?: unknown[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  'x-capabilities'?: string[];
}

interface Schema {
  $ref?: string;
  properties?: object;
}

/** Every operation that the service documents. */
export async function readOperations(anyone: Client): Promise<DocumentedOperation[]> {
  const { body } = await anyone.get('/v1/openapi.json');
  const paths = body['paths'] as Record<string, Record<string, Documented>>;
  const schemas = body['components'].schemas as Record<string, Schema>;
  const membersOf = ({ $ref, properties = {} }: Schema): string[] =>
    Object.keys($ref === undefined ? properties : (schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {}));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      capabilities: documented['x-capabilities'] ?? [],
      open: documented.security?.length === 0,
      takesBody: documented.requestBody !== undefined,
      members: membersOf(documented.requestBody?.content['application/json'].schema ?? {}),
    })),
  );
}

/** A path with an id in each of its places. */
export function pathWith(path: string, id: string): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
}
