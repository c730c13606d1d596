import type { TraceCarrier, TraceContext } from './trace-context.js';

/** As OpenTelemetry has them: `client` waits for a `server`; nobody waits for what a `producer` sends to a `consumer`. */
type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Attributes never hold a project, a credential, a body or other text of a caller. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** What a span ended with, other than success. */
export interface SpanError {
  /** What kind it is, such as a code of the registry. */
  readonly type: string;
  /** Whether something failed; false for a refusal that the caller has caused. */
  readonly isFailure: boolean;
}

/** A span of a trace that is recorded. */
export interface Span {
  /** What others continue the trace from. */
  readonly context: TraceContext;
  readonly traceId: string;
  set(attributes: SpanAttributes): void;
  /** Call it once. */
  end(error?: SpanError | null): void;
}

/**
 * Makes the spans of one app. Where tracing is off there is null in its place, so that nothing is done for it. Each
 * method answers null where the trace is not recorded.
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
