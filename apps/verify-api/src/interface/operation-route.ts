import { conflictOf, type HttpMethod, type OperationTerms } from './operation.js';

/** The method and the path of an operation's route. @throws TypeError where it has none. */
export function routeOf({ http, name }: Pick<OperationTerms, 'http' | 'name'>): {
  method: HttpMethod;
  path: string;
} {
  if (http === undefined) throw new TypeError(`${name} has no route.`);
  const [method, path] = http.split(' ') as [HttpMethod, string];
  return { method, path };
}

/** A path as OpenAPI writes it: `/v1/records/{id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Whether an operation takes an `Idempotency-Key`; only POST needs one: PATCH and DELETE are idempotent. */
export function isRepeatable({ kind, http }: OperationTerms): boolean {
  return kind === 'write' && http?.startsWith('POST ') === true;
}

/** Whether an operation takes `If-Match`. */
export function isConditional(operation: OperationTerms): boolean {
  return conflictOf(operation) !== undefined;
}

/** Whether an operation takes `If-None-Match`: it does if it reads one resource that has versions. */
export function isRevalidated(operation: OperationTerms): boolean {
  return isConditional(operation) && operation.http?.startsWith('GET ') === true;
}

/** Whether an operation's answer is signed; only such an operation takes a nonce, and waits for the log. */
export function isSigned({ proves = 'position' }: OperationTerms): boolean {
  return proves !== 'position';
}
