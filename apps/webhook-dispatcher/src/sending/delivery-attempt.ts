import type { UnsignedDelivery } from '@service/events';

/** One attempt to deliver an event to an endpoint. */
export interface DeliveryAttempt extends UnsignedDelivery {
  url: string;
  /** The span of the attempt; absent unless its trace is recorded. */
  traceparent?: string;
}

/** Why an attempt ended before a whole answer arrived. */
export type AttemptError =
  /** The URL breaks the rules of `endpoint-rules.ts`, or deliveries must not go to its address; nothing was sent. */
  | 'endpoint_not_allowed'
  /** The endpoint's name has no address that deliveries may go to. */
  | 'name_not_resolved'
  | 'connection_failed'
  | 'tls_failed'
  /** No whole answer within the time of an attempt. */
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'closed_early'
  /** The answer is not HTTP, or its head is too long. */
  | 'answer_malformed'
  /** The answer was too long to be read whole; its status counts. */
  | 'answer_too_large';

/** Makes attempts; never rejects because of what an endpoint does. */
export interface Sender {
  send(attempt: DeliveryAttempt): Promise<AttemptResult>;
}

/** How an attempt ended. */
export interface AttemptResult {
  /** The answer's status; null without an answer. */
  status: number | null;
  error: AttemptError | null;
  /** `Retry-After` of the answer, milliseconds, at most a day; null without one. */
  retry_after_ms: number | null;
  /** From the start to the end of the attempt, whole milliseconds. */
  latency_ms: number;
  /** The first 1 KiB of the answer as text; null without an answer. */
  answer: string | null;
}
