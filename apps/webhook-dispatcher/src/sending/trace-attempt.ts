import type { SpanError, TraceCarrier, Tracer } from '@service/platform/tracing';
import type { AttemptResult, DeliveryAttempt, Sender } from './delivery-attempt.js';

/** Attributes of an attempt's span, without the endpoint, which would identify the project. */
export interface TracedAttempt {
  /** The event, with its trace context. */
  event: TraceCarrier;
  deliveryId: string;
  /** From 1. */
  number: number;
}

/**
 * Makes an attempt within a span, whose context it sends to the endpoint. The span begins a trace of its own, with a link to
 * that of the event: an attempt may be made days later, and the endpoint must not see the ids of the caller.
 */
export async function traceAttempt(
  tracer: Tracer | null,
  { event, deliveryId, number }: TracedAttempt,
  sender: Sender,
  attempt: DeliveryAttempt,
): Promise<AttemptResult> {
  const span = tracer?.follow({ name: 'deliver', kind: 'client' }, [event]) ?? null;
  if (span === null) return sender.send(attempt);
  span.set({
    'http.request.method': 'POST',
    'rvs.event_id': attempt.event_id,
    'rvs.delivery_id': deliveryId,
    'rvs.attempt': number,
  });
  let error: SpanError | null = { type: 'internal.error', isFailure: true };
  try {
    const result = await sender.send({ ...attempt, traceparent: span.context.traceparent });
    if (result.status !== null) span.set({ 'http.response.status_code': result.status });
    error = errorOf(result);
    return result;
  } finally {
    span.end(error);
  }
}

function errorOf({ status, error }: AttemptResult): SpanError | null {
  const acknowledged = status !== null && status >= 200 && status < 300;
  if (error === null && acknowledged) return null;
  return { type: error ?? String(status), isFailure: !acknowledged || error !== 'answer_too_large' };
}
