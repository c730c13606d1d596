import type { Span, SpanError, SpanStart, TraceCarrier, Tracer } from '@service/platform/tracing';

/** The context of every span of a `FakeTracer`. */
export const SPAN_CONTEXT = { traceparent: '00-1-2-01', tracestate: 'vendor=1' };

/** Records every trace, and remembers what began its spans and what they ended with. */
export class FakeTracer implements Tracer {
  readonly begun: { start: SpanStart; before: TraceCarrier }[] = [];
  readonly ends: (SpanError | null)[] = [];

  enter(start: SpanStart, before: TraceCarrier): Span {
    return this.continue(start, before);
  }

  continue(start: SpanStart, before: TraceCarrier): Span {
    this.begun.push({ start, before });
    return {
      context: SPAN_CONTEXT,
      traceId: '1',
      set: () => undefined,
      end: (error = null) => void this.ends.push(error),
    };
  }

  follow(start: SpanStart): Span {
    return this.continue(start, {});
  }
}
