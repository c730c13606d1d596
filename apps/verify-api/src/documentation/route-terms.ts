import type { OperationTerms } from '../operations/operation.js';
import type { SchemaName } from '../schemas/schemas.js';

/** How a route serves an operation by HTTP, besides its path and the form of its body. */
export interface RouteTerms {
  /** Status of the answer. */
  status: number;
  /** What each line of the answer is where `Accept` asks for `application/x-ndjson`. */
  streams?: SchemaName;
  /** Whether it takes a body, or query parameters, whose form can be wrong. */
  takes?: 'body' | 'query';
  /** How it is called, where it is neither GET nor, with a body, POST. */
  method?: 'POST' | 'PATCH' | 'DELETE';
}

/** An operation with the route that serves it. */
export interface ServedOperation extends RouteTerms {
  operation: OperationTerms;
}

/** The method that an operation is called by. */
function methodOf({ method, takes }: RouteTerms): 'GET' | 'POST' | 'PATCH' | 'DELETE' {
  return method ?? (takes === 'body' ? 'POST' : 'GET');
}

/** Whether an operation takes an `Idempotency-Key`: what is not POST leaves, sent again, what the first one left. */
export function isRepeatable(served: ServedOperation): boolean {
  return served.operation.kind === 'write' && methodOf(served) === 'POST';
}

/** Whether an operation takes `If-Match`. */
export function isConditional({ fails = [] }: OperationTerms): boolean {
  return fails.some((code) => code.endsWith('.version_conflict'));
}

/** Whether an operation's answer is signed, for a nonce if there is one, and may be waited for until the log has it. */
export function isSigned({ proves = 'position' }: OperationTerms): boolean {
  return proves !== 'position';
}
