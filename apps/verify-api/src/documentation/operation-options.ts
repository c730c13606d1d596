import type { ErrorCode } from '@service/contracts';
import { changesState, type DeclaredOperation } from '../http/exchange.js';
import type { SchemaName } from '../schemas/schemas.js';

/** What a route declares of itself, besides its path and the shape of its body. */
export interface OperationOptions<Name extends SchemaName = SchemaName> extends DeclaredOperation {
  summary: string;
  /** Status and schema of the answer. */
  answers: readonly [number, Name];
  /** What each line of the answer is where `Accept` asks for `application/x-ndjson`. */
  streams?: SchemaName;
  /** Whether it takes a body, or query parameters, whose shape can be wrong. */
  takes?: 'body' | 'query';
  /** How it is called, where it is neither GET nor, with a body, POST. */
  method?: 'POST' | 'PATCH' | 'DELETE';
  /** What its answer proves: as of which position of the log it holds, and that by a signature of it or in it. */
  proves?: 'position' | 'signed position' | 'signed position within';
  /** Errors of its own, besides those that every route can answer. */
  fails?: readonly ErrorCode[];
}

/** Whether an operation changes something. */
export function writes(options: OperationOptions): boolean {
  return changesState(options, options.method ?? (options.takes === 'body' ? 'POST' : 'GET'));
}

/** Whether an operation takes an `Idempotency-Key`: what is not POST leaves, sent again, what the first one left. */
export function isRepeatable(options: OperationOptions): boolean {
  return writes(options) && (options.method ?? 'POST') === 'POST';
}

/** Whether an operation takes `If-Match`. */
export function isConditional({ fails = [] }: OperationOptions): boolean {
  return fails.some((code) => code.endsWith('.version_conflict'));
}

/** Whether an operation's answer is signed, for a nonce if there is one, and may be waited for until the log has it. */
export function isSigned({ proves = 'position' }: OperationOptions): boolean {
  return proves !== 'position';
}
