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
}

interface Documented {
  security?: unknown[];
  requestBody?: unknown;
  'x-capabilities'?: string[];
}

/** Every operation that the service documents. */
export async function readOperations(anyone: Client): Promise<DocumentedOperation[]> {
  const { body } = await anyone.get('/v1/openapi.json');
  const paths = body['paths'] as Record<string, Record<string, Documented>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      capabilities: documented['x-capabilities'] ?? [],
      open: documented.security === undefined,
      takesBody: documented.requestBody !== undefined,
    })),
  );
}

/** A path with an id in each of its places. */
export function pathWith(path: string, id: string): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
}
