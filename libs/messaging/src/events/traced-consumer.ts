import type { RecordedEvent } from '@service/event-store';
import type { Tracer } from '@service/platform/tracing';
import type { SharedConsumer } from './event-feed.js';
import { withMethods } from './with-methods.js';

/**
 * A consumer that applies each batch within a span, if the trace of one of its events is recorded. The span is a trace of
 * its own with links to theirs: a batch belongs to no single request, and may be applied much later.
 */
export function tracedConsumer(consumer: SharedConsumer, tracer: Tracer | null): SharedConsumer {
  if (tracer === null) return consumer;
  const name = `apply ${consumer.schema}.${consumer.name}`;
  return withMethods(consumer, {
    apply: (client, events) => traceBatch(tracer, name, events, () => consumer.apply(client, events)),
    // A batch that may have a span is applied.
    effect: async (events) => (events.some(isTraced) ? null : ((await consumer.effect?.(events)) ?? null)),
  });
}

const isTraced = ({ traceparent }: RecordedEvent): boolean => traceparent !== undefined;

async function traceBatch(
  tracer: Tracer,
  name: string,
  events: readonly RecordedEvent[],
  apply: () => Promise<void>,
): Promise<void> {
  const traced = events.filter(isTraced);
  const span = traced.length === 0 ? null : tracer.follow({ name, kind: 'consumer' }, traced);
  if (span === null) return apply();
  span.set({ 'messaging.batch.message_count': events.length });
  let failed = true;
  try {
    await apply();
    failed = false;
  } finally {
    span.end(failed ? { type: 'apply', isFailure: true } : null);
  }
}
