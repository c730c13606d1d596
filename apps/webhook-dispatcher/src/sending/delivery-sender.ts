import { createSecureContext, getCACertificates } from 'node:tls';
import { signDelivery } from '@service/events';
import type { AddressGuard } from './address-guard.js';
import { AnswerReader, type Answered } from './answer-reader.js';
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.js';
import { readEndpoint, type Endpoint } from './endpoint-rules.js';
import { EndpointPools, type EndpointPool } from './endpoint-pools.js';
import { guardedConnector } from './guarded-connector.js';
import { createResolver, type ResolveName } from './resolve-name.js';
import { parseRetryAfter } from './retry-after.js';

/** Milliseconds for a whole attempt: name, connection, headers and body. */
const ATTEMPT_MS = 15_000;
/** Endpoints whose parsed URL is cached. */
const CACHED_ENDPOINTS = 10_000;

export interface DeliverySenderOptions {
  guard: AddressGuard;
  /** Default: the system's name servers. */
  resolve?: ResolveName;
  /** Milliseconds for a whole attempt; default 15,000. */
  timeout_ms?: number;
  /** Certificates in PEM that are trusted in addition to the platform's. */
  extra_ca?: readonly string[];
}

/** Posts signed events to endpoints, without following redirects. No behaviour of an endpoint makes it reject. */
export class DeliverySender {
  private readonly pools: EndpointPools;
  private readonly guard: AddressGuard;
  private readonly timeout: number;
  private readonly endpoints = new Map<string, Endpoint | string>();

  constructor({ guard, resolve, timeout_ms = ATTEMPT_MS, extra_ca = [] }: DeliverySenderOptions) {
    this.guard = guard;
    this.timeout = timeout_ms;
    // Shared: reading the platform's certificates for each connection would take longer than the handshake.
    const secureContext = createSecureContext(
      extra_ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...extra_ca] },
    );
    this.pools = new EndpointPools((onConnected) =>
      guardedConnector({
        guard,
        resolve: resolve ?? createResolver(),
        secureContext,
        timeout_ms,
        onConnected,
      }),
    );
  }

  /** Makes one attempt within its time.
   *  @throws DeliveryError for an invalid secret, RangeError without a secret. */
  async send(attempt: DeliveryAttempt): Promise<AttemptResult> {
    const started = performance.now();
    const endpoint = this.endpointOf(attempt.url);
    const answered =
      typeof endpoint === 'string'
        ? ({ status: null, error: 'endpoint_not_allowed', retry_after: undefined, answer: null } as const)
        : await this.post(endpoint, attempt);
    const { retry_after, ...result } = answered;
    return {
      ...result,
      retry_after_ms: parseRetryAfter(retry_after, new Date()),
      latency_ms: Math.round(performance.now() - started),
    };
  }

  /** Closes every connection; unfinished attempts end as `closed_early`. */
  async close(): Promise<void> {
    await this.pools.close();
  }

  private endpointOf(url: string): Endpoint | string {
    const cached = this.endpoints.get(url);
    if (cached !== undefined) return cached;
    if (this.endpoints.size >= CACHED_ENDPOINTS) this.endpoints.clear();
    const endpoint = readEndpoint(url, this.guard);
    this.endpoints.set(url, endpoint);
    return endpoint;
  }

  private async post({ origin, path }: Endpoint, attempt: DeliveryAttempt): Promise<Answered> {
    const headers = {
      ...(await signDelivery(attempt)),
      'Content-Type': 'application/json',
      'User-Agent': 'record-verification-service',
      'Accept-Encoding': 'identity',
      // Without it, the endpoint decides by itself whether to sample the trace.
      ...(attempt.traceparent === undefined ? {} : { traceparent: attempt.traceparent }),
    };
    const request = { path, method: 'POST' as const, headers, body: attempt.body };
    return this.pools.using(origin, (pool) => this.dispatch(pool, request));
  }

  private async dispatch(pool: EndpointPool, request: EndpointRequest): Promise<Answered> {
    let reader = new AnswerReader();
    const timer = setTimeout(() => reader.stop('timeout'), this.timeout);
    try {
      const opened = pool.opened;
      pool.dispatch(request, reader);
      const answered = await reader.ended;
      // The endpoint closed the idle connection just as it was used again, so the request is repeated. A receiver that
      // has seen it recognizes the event's id.
      const wasIdle = answered.error === 'closed_early' && !reader.hasAnswer && pool.opened === opened;
      if (!wasIdle) return answered;
      reader = new AnswerReader();
      pool.dispatch(request, reader);
      return await reader.ended;
    } finally {
      clearTimeout(timer);
    }
  }
}

type EndpointRequest = Parameters<EndpointPool['dispatch']>[0];
