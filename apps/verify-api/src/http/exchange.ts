import type { HeldCapability, OperationKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.js';
import type { RequestVersions } from './consistency/consistency.js';
import type { LogHead } from '../views/log-heads.js';
import type { Idempotency } from './idempotency/idempotency.js';

/** What a route asks of its caller: one of some capabilities, any credential, or nothing. */
type Access = HeldCapability | readonly [HeldCapability, ...HeldCapability[]] | 'any' | 'public';

/** An operation of the interface, as its route declares it. */
export interface DeclaredOperation {
  /** Its name in the interaction history and in usage: `record.verify`. */
  name: string;
  access: Access;
}

/** An authenticated request on its way through the gateway. */
export interface Exchange {
  readonly caller: Caller;
  /** As its route names it, until the request turns out to ask for another. */
  operation: string;
  readonly kind: OperationKind;
  /** Operations that it counts as: the items of a batch. */
  items: number;
  /** Id of what it is about, as soon as that is known. */
  subject: string | null;
  errorCode: string | null;
  /** What its answer proves, as soon as that is known; null where it proves nothing. */
  evidence: AnswerEvidence | null;
  /** Milliseconds of the monotonic clock. */
  readonly beganAt: number;
}

/** What an answer proves of itself; an error proves nothing. */
export interface AnswerEvidence {
  /** The position of the log that it holds as of. */
  asOf: LogHead;
  /** What its signature binds it to; null where it is not signed. */
  binding: AnswerBinding | null;
}

/** What the signature of an answer binds it to, beside the answer itself. */
interface AnswerBinding {
  request: Digest;
  nonce: string | null;
  /** Digest of the answer, where it is known already; else it is taken of the body, which is in its JCS form. */
  answer: Digest | null;
}

/** A request as it goes through the gateway; what stands in `exchange` is missing until its credential is known. */
export type GatewayRequest = FastifyRequest & {
  exchange?: Exchange;
  versions?: RequestVersions;
  idempotency?: Idempotency | null;
};

/** What only routes that change something ask for. */
const WRITE_ACCESS: readonly Access[] = ['write', 'manage', 'operator', 'subscribe'];

/** Whether a route changes something. */
export function changesState({ access }: Pick<DeclaredOperation, 'access'>, method: string): boolean {
  return WRITE_ACCESS.includes(access) && method !== 'GET' && method !== 'HEAD';
}

/** The kind that an operation is counted as. */
export function kindOf(operation: DeclaredOperation, method: string): OperationKind {
  if (operation.access === 'verify') return 'verify';
  return changesState(operation, method) ? 'write' : 'read';
}
