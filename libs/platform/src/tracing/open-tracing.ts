import type { Tracing, TracingOptions } from './tracing.js';

/** Starts to trace where a collector is set; null otherwise, and then nothing of OpenTelemetry is loaded. */
export async function openTracing(options: TracingOptions): Promise<Tracing | null> {
  const { otlpEndpoint: endpoint } = options.settings;
  if (endpoint === undefined) return null;
  const { exportTraces } = await import('./export-traces.js');
  return exportTraces(endpoint, options);
}
