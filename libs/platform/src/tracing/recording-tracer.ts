import {
  ROOT_CONTEXT,
  SpanStatusCode,
  SpanKind as Kind,
  TraceFlags,
  createTraceState,
  trace,
  type Context,
  type Span as SdkSpan,
  type SpanContext,
  type Tracer as SdkTracer,
} from '@opentelemetry/api';
import type { Sampling } from './sampling.js';
import type { SpanBacklog } from './span-backlog.js';
import {
  isSampled,
  readTraceContext,
  spanIdOf,
  traceIdOf,
  type TraceCarrier,
  type TraceContext,
} from './trace-context.js';
import type { Span, SpanAttributes, SpanError, SpanStart, Tracer } from './tracer.js';

const KINDS = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
} as const;

/** Makes spans with the SDK of OpenTelemetry, which is called only for spans that are recorded. */
export class RecordingTracer implements Tracer {
  constructor(
    private readonly sdk: SdkTracer,
    private readonly sampling: Sampling,
    private readonly backlog: SpanBacklog,
  ) {}

  enter(start: SpanStart, caller: TraceCarrier): Span | null {
    const parent = readTraceContext(caller);
    return this.sampling.isRecorded(parent) ? this.begin(start, parent) : null;
  }

  continue(start: SpanStart, before: TraceCarrier): Span | null {
    const parent = readTraceContext(before);
    return parent !== null && isSampled(parent) ? this.begin(start, parent) : null;
  }

  follow(start: SpanStart, causes: readonly TraceCarrier[]): Span | null {
    const known = causes.map(readTraceContext).filter((cause) => cause !== null);
    return this.sampling.isFollowed(known) ? this.begin(start, null, known.filter(isSampled)) : null;
  }

  private begin(
    { name, kind, attributes = {} }: SpanStart,
    parent: TraceContext | null,
    causes: readonly TraceContext[] = [],
  ): Span {
    const links = causes.map((cause) => ({ context: spanContextOf(cause) }));
    const options = { kind: KINDS[kind], attributes: { ...attributes }, links };
    return new RecordedSpan(this.sdk.startSpan(name, options, contextOf(parent)), parent, this.backlog);
  }
}

class RecordedSpan implements Span {
  readonly context: TraceContext;
  readonly traceId: string;

  constructor(
    private readonly sdk: SdkSpan,
    parent: TraceContext | null,
    private readonly backlog: SpanBacklog,
  ) {
    const { traceId, spanId } = sdk.spanContext();
    this.traceId = traceId;
    this.context = { traceparent: `00-${traceId}-${spanId}-01`, tracestate: parent?.tracestate ?? null };
  }

  set(attributes: SpanAttributes): void {
    this.sdk.setAttributes({ ...attributes });
  }

  end(error: SpanError | null = null): void {
    if (error !== null) this.sdk.setAttribute('error.type', error.type);
    if (error?.isFailure === true) this.sdk.setStatus({ code: SpanStatusCode.ERROR });
    // The SDK exports only spans that have ended.
    if (this.backlog.admit()) this.sdk.end();
  }
}

function contextOf(parent: TraceContext | null): Context {
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));
}

function spanContextOf(context: TraceContext): SpanContext {
  const { tracestate } = context;
  return {
    traceId: traceIdOf(context),
    spanId: spanIdOf(context),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
    ...(tracestate === null ? {} : { traceState: createTraceState(tracestate) }),
  };
}
