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

/** Milliseconds that an attempt has in all: name, connection, headers and body. */
const ATTEMPT_MS = 15_000;
/** Endpoints whose URL is not read again for each attempt. */
const ENDPOINTS_KNOWN = 10_000;

export interface DeliverySenderOptions {
  guard: AddressGuard;
  /** Name servers; the system's without it. */
  resolve?: ResolveName;
  /** Milliseconds for an attempt in all; 15,000 without it. */
  timeout_ms?: number;
  /** Certificates in PEM that are trusted besides the platform's. */
  extra_ca?: readonly string[];
}

/** Posts signed events to endpoints. Redirects are not followed, and nothing an endpoint does makes it reject. */
export class DeliverySender {
  private readonly pools: EndpointPools;
  private readonly guard: AddressGuard;
  private readonly timeout: number;
  private readonly endpoints = new Map<string, Endpoint | string>();

  constructor({ guard, resolve, timeout_ms = ATTEMPT_MS, extra_ca = [] }: DeliverySenderOptions) {
    this.guard = guard;
    this.timeout = timeout_ms;
    // One for all: reading the platform's certificates for each connection would take longer than the handshake.
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

  /** Makes one attempt; it ends within the attempt's time.
   *  @throws DeliveryError for a secret of another form, RangeError where there is none. */
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

  /** Closes every connection; attempts that are on their way end as closed early. */
  async close(): Promise<void> {
    await this.pools.close();
  }

  private endpointOf(url: string): Endpoint | string {
    const known = this.endpoints.get(url);
    if (known !== undefined) return known;
    if (this.endpoints.size >= ENDPOINTS_KNOWN) this.endpoints.clear();
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
      // Closed while idle, in the moment that it was used again. Where the request was seen after all, its receiver
      // knows it by the event's id.
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
