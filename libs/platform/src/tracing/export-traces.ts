import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { OutageLog } from '../scheduling/outage-log.js';
import { withinTime } from '../scheduling/in-time.js';
import { RELEASE } from '../release.js';
import { RecordingTracer } from './recording-tracer.js';
import { Sampling } from './sampling.js';
import { SpanBacklog } from './span-backlog.js';
import type { Tracing, TracingOptions } from './tracing.js';

/**
 * Milliseconds between two exports, and timeout of one. The SDK's own timeout is set to twice that, so that this timeout
 * applies.
 */
const EXPORT_EVERY = 1_000;
const EXPORT_TIMEOUT = 10_000;
const MOST_IN_EXPORT = 512;
/** Milliseconds that the end of the process waits for the last export. */
const LAST_EXPORT = 2_000;

/**
 * Traces with the SDK of OpenTelemetry, which is loaded with this file: import it only where a collector is set. The SDK
 * samples nothing: a span that is not recorded never reaches it.
 */
export function exportTraces(endpoint: string, { settings, logger, metrics }: TracingOptions): Tracing {
  const { environment } = settings;
  const backlog = new SpanBacklog();
  const sampling = new Sampling(settings.tracesSamplerRatio);
  const exporter = countedExporter(
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...settings.otlpHeaders },
      timeoutMillis: EXPORT_TIMEOUT,
    }),
    backlog,
    new OutageLog(logger, 'Exporting spans'),
  );
  const processor = new BatchSpanProcessor(exporter, {
    scheduledDelayMillis: EXPORT_EVERY,
    exportTimeoutMillis: 2 * EXPORT_TIMEOUT,
    maxExportBatchSize: MOST_IN_EXPORT,
    // The backlog limits the waiting spans instead, because this queue would drop spans without counting them.
    maxQueueSize: Number.MAX_SAFE_INTEGER,
  });
  metrics.counter(
    {
      name: 'spans_dropped_total',
      help: 'Spans that were not exported because too many waited, or because the collector did not take them.',
    },
    () => backlog.dropped,
  );
  return {
    tracerOf(app) {
      const provider = new BasicTracerProvider({
        resource: resourceFromAttributes({
          'service.name': app,
          'service.version': RELEASE,
          'deployment.environment.name': environment,
        }),
        // By default the SDK samples once more where OTEL_TRACES_SAMPLER is set.
        sampler: new AlwaysOnSampler(),
        spanProcessors: [processor],
      });
      return new RecordingTracer(provider.getTracer('record-verification-service'), sampling, backlog);
    },
    async close() {
      await withinTime(processor.shutdown(), LAST_EXPORT);
    },
  };
}

/** An exporter that reports its results to the backlog and to the outage log. */
function countedExporter(inner: SpanExporter, backlog: SpanBacklog, outage: OutageLog): SpanExporter {
  return {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        const { error } = result;
        backlog.settle(spans.length, error === undefined);
        if (error === undefined) outage.over();
        else outage.seen(error);
        done(result);
      }),
    shutdown: () => inner.shutdown(),
  };
}
