import { conflictOf, type OperationTerms } from '../operations/operation.js';
import type { SchemaName } from '../schemas/schemas.js';

/** How a route serves an operation over HTTP, besides its path and the form of its body. */
export interface RouteTerms {
  /** Status of the answer. */
  status: number;
  /** Schema of each line of the answer if `Accept` asks for `application/x-ndjson`. */
  streams?: SchemaName;
  /** Whether it answers a table too if `Accept` asks for `text/csv`. */
  table?: true;
  /** Whether it takes a body or query parameters, which can be invalid. */
  takes?: 'body' | 'query';
  /** The method, if it is not the default: GET, or POST with a body. */
  method?: 'POST' | 'PATCH' | 'DELETE';
}

/** An operation with the route that serves it. */
export interface ServedOperation extends RouteTerms {
  operation: OperationTerms;
}

/** The HTTP method of an operation. */
function methodOf({ method, takes }: RouteTerms): 'GET' | 'POST' | 'PATCH' | 'DELETE' {
  return method ?? (takes === 'body' ? 'POST' : 'GET');
}

/** Whether an operation takes an `Idempotency-Key`; only POST needs one: PATCH and DELETE are idempotent. */
export function isRepeatable(served: ServedOperation): boolean {
  return served.operation.kind === 'write' && methodOf(served) === 'POST';
}

/** Whether an operation takes `If-Match`. */
export function isConditional(operation: OperationTerms): boolean {
  return conflictOf(operation) !== undefined;
}

/** Whether an operation takes `If-None-Match`: the reading of one resource that has versions. */
export function isRevalidated(served: ServedOperation): boolean {
  return isConditional(served.operation) && methodOf(served) === 'GET';
}

/** Whether an operation's answer is signed; only then it takes a nonce, and a wait for the log. */
export function isSigned({ proves = 'position' }: OperationTerms): boolean {
  return proves !== 'position';
}
