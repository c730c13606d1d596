import type { RecordedEvent } from '@service/event-store';
import type { Tracer } from '@service/platform/tracing';

/** Sends a batch of events within spans: one in the trace of each event that is recorded. Each lasts as long as the batch. */
export async function traceEvents(
  tracer: Tracer | null,
  name: string,
  events: readonly RecordedEvent[],
  send: () => Promise<void>,
): Promise<void> {
  if (tracer === null) return send();
  const spans = events.flatMap((event) => tracer.continue({ name, kind: 'producer' }, event) ?? []);
  let failed = true;
  try {
    await send();
    failed = false;
  } finally {
    for (const span of spans) {
      span.set({ 'messaging.system': 'kafka', 'messaging.batch.message_count': events.length });
      span.end(failed ? { type: 'kafka', isFailure: true } : null);
    }
  }
}
