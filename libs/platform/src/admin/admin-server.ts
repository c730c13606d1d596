import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { isIP, isIPv6, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';

import { portTaken } from '../addresses/is-port-taken.js';
import { isLoopbackHost } from '../addresses/loopback.js';
import { STALL_TIMEOUT, boundConnections } from '../connections/index.js';
import { hasCode, reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { StartError } from '../start-error.js';
import type { Health } from './health.js';
import { renderMetrics, type Metrics } from '../metrics/index.js';

export interface AdminServerOptions {
  /** The loopback address unless it is given. */
  readonly host?: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'collect'>;
  readonly logger: Logger;
}

export interface AdminServer {
  readonly port: number;
  readonly url: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Keep-alive timeout in milliseconds, as in the HTTP API: longer than the scrape interval, so that a scraper does not
 * use a connection while it is being closed.
 */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** Milliseconds for a request to arrive. */
const REQUEST_TIMEOUT = 10_000;
/** Probes and scrapers are few. */
const MAX_CONNECTIONS = 100;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Answers `/livez`, `/readyz` and `/metrics`, on the loopback address unless a host is given. `/livez` always answers
 * 200: a restart does not help a process whose event loop runs.
 * @throws StartError where the port cannot be listened on.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const { host = '127.0.0.1', port, health, metrics, logger } = options;
  const pages = new Map<string, (accept?: string) => Promise<Answer>>([
    ['/livez', async () => json(200, { status: 'ok' })],
    ['/readyz', async () => readiness(await health.problems(), await health.warnings())],
    ['/metrics', async (accept) => exposition(renderMetrics(await metrics.collect(), accept))],
  ]);
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: 1_000,
  });
  const handle: RequestListener = (request, response) => {
    answerTo(request, pages)
      .catch((err: unknown) => {
        logger.error({ err, url: request.url }, 'an admin request failed');
        return json(500, { status: 'failed' });
      })
      .then((answer) => send(response, answer))
      .catch((err: unknown) => logger.error({ err }, 'an admin answer was not sent'));
  };
  boundConnections(server, handle, { maxConnections: MAX_CONNECTIONS, stallTimeout: STALL_TIMEOUT });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    throw refusal(port, error);
  }
  const listening = (server.address() as AddressInfo).port;
  return {
    port: listening,
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${listening}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Pages = ReadonlyMap<string, (accept?: string) => Promise<Answer>>;

/**
 * Whether `Host` is a name that is not this machine's, where the machine asks itself. A browser sends the name of a site there, also of
 * one whose name leads to this machine (DNS rebinding).
 */
function isMisdirected({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopbackHost((socket.localAddress ?? '').replace(/^::ffff:/, ''))) return false;
  const { hostname: name = '' } = URL.parse(`http://${headers.host ?? 'localhost'}`) ?? {};
  const isOwn = isLoopbackHost(name) || name === hostname().toLowerCase();
  return !isOwn && isIP(name.replace(/^\[|\]$/g, '')) === 0;
}

async function answerTo(request: IncomingMessage, pages: Pages): Promise<Answer> {
  if (isMisdirected(request))
    return json(421, { status: 'misdirected: ask by localhost, the name of this machine or an address' });
  const [path = ''] = (request.url ?? '').split('?');
  const page = pages.get(path);
  if (page === undefined) return json(404, { status: 'not found' });
  if (request.method === 'GET' || request.method === 'HEAD') return page(request.headers.accept);
  return json(405, { status: 'method not allowed' }, { allow: 'GET, HEAD' });
}

function send(response: ServerResponse, { status, headers, text }: Answer): void {
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text); // Node leaves the text out where the method is HEAD.
}

function readiness(
  problems: Readonly<Record<string, string>>,
  warnings: Readonly<Record<string, string>>,
): Answer {
  const warned = Object.keys(warnings).length === 0 ? {} : { warnings };
  if (Object.keys(problems).length === 0) return json(200, { status: 'ok', ...warned });
  return json(503, { status: 'unavailable', checks: problems, ...warned });
}

function exposition({ contentType, text }: { contentType: string; text: string }): Answer {
  return { status: 200, headers: { 'content-type': contentType }, text };
}

function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: `${JSON.stringify(body)}\n`,
  };
}

function refusal(port: number, error: unknown): StartError {
  if (hasCode(error, 'EADDRINUSE')) return portTaken(port, 'ADMIN_PORT', error);
  const reason = `Port ${port} cannot be listened on: ${reasonOf(error)}; set ADMIN_PORT.`;
  return new StartError(reason, { cause: error });
}
