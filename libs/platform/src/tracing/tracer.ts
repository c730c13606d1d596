import type { TraceCarrier, TraceContext } from './trace-context.js';

/** Span kinds of OpenTelemetry: a `client` waits for a `server`; a `producer` does not wait for a `consumer`. */
type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Attributes never hold a project, a credential, a body or other text of a caller. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** The error of a span. */
export interface SpanError {
  /** Its type, such as a code of the registry. */
  readonly type: string;
  /** Whether it is a failure; false for a refusal that the caller caused. */
  readonly isFailure: boolean;
}

/** A span of a trace that is recorded. */
export interface Span {
  /** The context from which others continue the trace. */
  readonly context: TraceContext;
  readonly traceId: string;
  set(attributes: SpanAttributes): void;
  /** Call it once. */
  end(error?: SpanError | null): void;
}

/**
 * Makes the spans of one app; null instead of a tracer if tracing is off. Each method returns null if the trace is not
 * recorded.
 */
export interface Tracer {
  /** Begins a span where a trace enters the service: recorded if its caller records it, or else by the ratio. */
  enter(start: SpanStart, caller: TraceCarrier): Span | null;
  /** Begins a span within the service, which is recorded if the one before it is. */
  continue(start: SpanStart, before: TraceCarrier): Span | null;
  /**
   * Begins a trace that other traces caused, with links to those that are recorded. It is recorded if one of them is. If
   * there is no other trace, the ratio decides.
   */
  follow(start: SpanStart, causes: readonly TraceCarrier[]): Span | null;
}
