import type { Logger } from '../logging/create-logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Settings } from '../settings/load-settings.js';
import type { Tracer } from './tracer.js';

export interface TracingOptions {
  settings: Pick<Settings, 'environment' | 'otlpEndpoint' | 'otlpHeaders' | 'tracesSamplerRatio'>;
  logger: Logger;
  metrics: Pick<Metrics, 'counter'>;
}

/** The tracing of a process. */
export interface Tracing {
  /** The spans of an app, under its name. */
  tracerOf(app: string): Tracer;
  /** Exports the waiting spans, for two seconds at most. */
  close(): Promise<void>;
}
