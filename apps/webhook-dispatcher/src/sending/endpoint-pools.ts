import { Pool, type Dispatcher, type buildConnector } from 'undici';

/** Milliseconds that a connection may be idle, by default and at most where the endpoint asks for longer. */
const [IDLE_MS, IDLE_AT_MOST_MS] = [4_000, 60_000];
/** Milliseconds after which a connection is replaced, in case its name leads to another address by then. */
const LIFE_MS = 300_000;
/** Milliseconds after which an unused pool is closed, and between two checks for that. */
const [UNUSED_MS, SWEEP_MS] = [60_000, 10_000];
/** Longest head of an answer, bytes. */
const HEAD_AT_MOST = 16_384;

/** The connections to one origin. */
export interface EndpointPool {
  /** Connections made so far. */
  readonly opened: number;
  dispatch(request: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): void;
}

/** Keeps connections to endpoints for reuse, and closes unused ones. */
export class EndpointPools {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly sweeping: NodeJS.Timeout;

  constructor(private readonly connector: (onConnected: () => void) => buildConnector.connector) {
    this.sweeping = setInterval(() => this.closeUnused(performance.now()), SWEEP_MS).unref();
  }

  /** How many origins have a pool. */
  get size(): number {
    return this.pools.size;
  }

  /** Calls `work` with the pool of an origin, which stays open meanwhile. */
  async using<Result>(origin: string, work: (pool: EndpointPool) => Promise<Result>): Promise<Result> {
    const pool = this.poolOf(origin);
    pool.users += 1;
    try {
      return await work(pool);
    } finally {
      pool.users -= 1;
      pool.usedAt = performance.now();
    }
  }

  /** Closes the pools that were unused for a minute. @param now as `performance.now` returns it. */
  closeUnused(now: number): void {
    for (const [origin, pool] of this.pools) {
      if (pool.users > 0 || now - pool.usedAt < UNUSED_MS) continue;
      this.pools.delete(origin);
      void pool.close();
    }
  }

  /** Closes every pool and aborts unfinished requests. */
  async close(): Promise<void> {
    clearInterval(this.sweeping);
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.close()));
  }

  private poolOf(origin: string): ConnectionPool {
    const existing = this.pools.get(origin);
    if (existing !== undefined) return existing;
    const pool = new ConnectionPool(origin, this.connector);
    this.pools.set(origin, pool);
    return pool;
  }
}

class ConnectionPool implements EndpointPool {
  users = 0;
  usedAt = performance.now();
  opened = 0;
  private readonly pool: Pool;

  constructor(origin: string, connector: (onConnected: () => void) => buildConnector.connector) {
    this.pool = new Pool(origin, {
      connect: connector(() => (this.opened += 1)),
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_AT_MOST_MS,
      clientTtl: LIFE_MS,
      maxHeaderSize: HEAD_AT_MOST,
      // The sender limits the time of a whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  dispatch(request: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): void {
    this.pool.dispatch(request as Dispatcher.DispatchOptions, handler);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}
