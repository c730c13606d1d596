import { AddressRanges, portTaken } from '@service/platform/addresses';
import { STALL_TIMEOUT } from '@service/platform/connections';
import { type Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { OutageLog, Pause, PeriodicTask } from '@service/platform/scheduling';
import { type Settings } from '@service/platform/settings';
import { HttpListener } from './http-listener.js';
import type { RequestHandler } from './request-handler.js';
import { TlsCertificate } from './tls-certificate.js';

/** Milliseconds for a whole request to arrive, and for requests under way when the service stops. */
const REQUEST_TIMEOUT = 10_000;
const DRAIN_TIMEOUT = 5_000;
/** Milliseconds between two reads of the certificate's files. */
const RENEWAL_PAUSE = 60_000;

/** The listening HTTP server of a process. */
export interface HttpServer {
  port: number;
  /**
   * Lets clients go: for DRAIN_DELAY_SECONDS it answers requests, and closes each connection after its next answer.
   * Call it when /readyz answers 503.
   */
  drain(): Promise<void>;
  /** Accepts no more connections, and resolves after the last answer or the drain timeout. */
  close(): Promise<void>;
}

export type ServerSettings = Pick<
  Settings,
  | 'port'
  | 'sharePort'
  | 'maxConnections'
  | 'idleConnectionSeconds'
  | 'trustedProxies'
  | 'corsOrigins'
  | 'tlsCertFile'
  | 'tlsKeyFile'
> &
  Partial<Pick<Settings, 'drainDelaySeconds'>>;

/** What an HTTP server works with. */
export interface HttpServerContext {
  logger: Logger;
  metrics: Metrics;
  /** Milliseconds between two reads of the certificate's files. */
  renewalPause?: number;
}

/**
 * Listens for clients. Without TLS or trusted proxies it listens on the loopback address
 * only, so that no token crosses a network in plain text.
 * @throws StartError where the port is in use or the certificate is invalid.
 */
export async function startHttpServer(
  settings: ServerSettings,
  handle: RequestHandler,
  { logger, metrics, renewalPause = RENEWAL_PAUSE }: HttpServerContext,
): Promise<HttpServer> {
  const { port, sharePort, maxConnections, trustedProxies, corsOrigins } = settings;
  const certificate = await TlsCertificate.read(settings);
  measureCertificate(metrics, certificate);
  const isOpen = certificate !== null || trustedProxies.length > 0;
  const listener = new HttpListener(handle, {
    host: isOpen ? undefined : '127.0.0.1',
    port,
    sharePort,
    tls: certificate?.options ?? null,
    proxies: new AddressRanges(trustedProxies),
    corsOrigins,
    maxConnections,
    idleTimeout: settings.idleConnectionSeconds * 1_000,
    requestTimeout: REQUEST_TIMEOUT,
    stallTimeout: STALL_TIMEOUT,
    drainTimeout: DRAIN_TIMEOUT,
  });
  const renewal = new PeriodicTask(
    async () => certificate?.renew(listener),
    renewalPause,
    new OutageLog(logger, 'Reading TLS_CERT_FILE and TLS_KEY_FILE again'),
  );
  try {
    const listening = await listener.listen();
    if (certificate !== null) renewal.start();
    return {
      port: listening,
      async drain() {
        const { drainDelaySeconds = 0 } = settings;
        if (drainDelaySeconds === 0) return;
        listener.drain();
        await new Pause().of(drainDelaySeconds * 1_000);
      },
      close: () => Promise.all([renewal.stop(), listener.close()]).then(() => undefined),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw portTaken(port, 'PORT', error);
  }
}

function measureCertificate(metrics: Metrics, certificate: TlsCertificate | null): void {
  metrics.gauge(
    {
      name: 'tls_certificate_expiry_timestamp_seconds',
      help: 'When the certificate of TLS_CERT_FILE expires, in seconds since the epoch; absent without TLS.',
    },
    () => (certificate === null ? null : certificate.expiresAt / 1_000),
  );
}
