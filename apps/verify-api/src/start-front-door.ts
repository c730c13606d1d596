import type { Environment } from '@service/contracts';
import { AddressRanges } from '@service/platform/addresses';
import { StartError } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { type Settings } from '@service/platform/settings';
import { FrontDoor } from './http/front-door.js';
import type { RequestHandler } from './http/request-handler.js';
import { TlsCertificate } from './http/tls-certificate.js';

/** Milliseconds for a whole request to arrive, and for requests under way when the service stops. */
const REQUEST_TIMEOUT = 10_000;
const DRAIN_TIMEOUT = 5_000;
/** Milliseconds between two reads of the certificate's files. */
const RENEWAL_PAUSE = 60_000;

/** The listening HTTP server of a process. */
export interface HttpServer {
  port: number;
  /** Accepts no more connections, and resolves after the last answer or the drain timeout. */
  close(): Promise<void>;
}

export type ServerSettings = Pick<
  Settings,
  'port' | 'sharePort' | 'trustedProxies' | 'corsOrigins' | 'tlsCertFile' | 'tlsKeyFile'
>;

/**
 * Listens for all environments of the service. Without TLS or trusted proxies it listens on the loopback address
 * only, so that no token crosses a network in plain text.
 * @param renewalPause milliseconds between two reads of the certificate's files.
 * @throws StartError where the port is in use or the certificate is invalid.
 */
export async function startFrontDoor(
  settings: ServerSettings,
  handlers: ReadonlyMap<Environment, RequestHandler>,
  logger: Logger,
  renewalPause = RENEWAL_PAUSE,
): Promise<HttpServer> {
  const { port, sharePort, trustedProxies, corsOrigins } = settings;
  const certificate = await TlsCertificate.read(settings);
  const isOpen = certificate !== null || trustedProxies.length > 0;
  const door = new FrontDoor(handlers, {
    host: isOpen ? undefined : '127.0.0.1',
    port,
    sharePort,
    tls: certificate?.options ?? null,
    proxies: new AddressRanges(trustedProxies),
    corsOrigins,
    requestTimeout: REQUEST_TIMEOUT,
    drainTimeout: DRAIN_TIMEOUT,
  });
  const renewal = new PeriodicTask(
    async () => certificate?.renew(door),
    renewalPause,
    new OutageLog(logger, 'Reading TLS_CERT_FILE and TLS_KEY_FILE again'),
  );
  try {
    const listening = await door.listen();
    if (certificate !== null) renewal.start();
    return {
      port: listening,
      close: () => Promise.all([renewal.stop(), door.close()]).then(() => undefined),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is taken; stop what listens there or set PORT.`, { cause: error });
  }
}
