import type { UnsignedDelivery } from '@service/events';

/** One attempt to deliver an event to an endpoint. */
export interface DeliveryAttempt extends UnsignedDelivery {
  url: string;
}

/** What ended an attempt before a whole answer came. */
export type AttemptError =
  /** The URL breaks the rules of `endpoint-rules.ts`; nothing was sent. */
  | 'endpoint_not_allowed'
  /** The endpoint is, or its name leads to, an address that deliveries must not go to; nothing was sent. */
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'tls_failed'
  /** No whole answer within the time of an attempt. */
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'closed_early'
  /** What came is not HTTP, or its head is too long. */
  | 'answer_malformed'
  /** The answer is longer than is read; its status stands. */
  | 'answer_too_large';

/** How an attempt ended. */
export interface AttemptResult {
  /** The answer's status; null where none came. */
  status: number | null;
  error: AttemptError | null;
  /** How long the endpoint asked to be left alone, milliseconds, at most a day; null where it did not ask. */
  retry_after_ms: number | null;
  /** From the start to the end of the attempt, whole milliseconds. */
  latency_ms: number;
  /** The first 1 KiB of the answer as text; null where none came. */
  answer: string | null;
}
