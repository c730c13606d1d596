export { openTracing } from './open-tracing.js';
export { isSampled, readTraceContext, traceIdOf, traceInLog, type TraceCarrier } from './trace-context.js';
export type { Tracing } from './tracing.js';
export type { Span, SpanError, SpanStart, Tracer } from './tracer.js';
