import { Pool, type Dispatcher, type buildConnector } from 'undici';

/** Milliseconds that a connection may be idle, and at most where the endpoint asks for longer. */
const [IDLE_MS, IDLE_AT_MOST_MS] = [4_000, 60_000];
/** Milliseconds after which a connection is made anew, so that a name that moved is followed. */
const LIFE_MS = 300_000;
/** Milliseconds after which a pool that nobody used is closed, and how often that is looked at. */
const [UNUSED_MS, SWEEP_MS] = [60_000, 10_000];
/** Longest head of an answer, bytes. */
const HEAD_AT_MOST = 16_384;

/** The connections to one origin. */
export interface EndpointPool {
  /** Connections that were made so far. */
  readonly opened: number;
  dispatch(request: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): void;
}

/** Keeps connections to endpoints for reuse, and lets go of those that nobody uses any more. */
export class EndpointPools {
  private readonly pools = new Map<string, KeptPool>();
  private readonly sweeping: NodeJS.Timeout;

  constructor(private readonly connector: (onConnected: () => void) => buildConnector.connector) {
    this.sweeping = setInterval(() => this.closeUnused(performance.now()), SWEEP_MS).unref();
  }

  /** How many origins have a pool. */
  get size(): number {
    return this.pools.size;
  }

  /** Does something with the pool of an origin, which stays as long. */
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

  /** Closes the pools that nobody used for a minute. @param now as `performance.now` answers it. */
  closeUnused(now: number): void {
    for (const [origin, pool] of this.pools) {
      if (pool.users > 0 || now - pool.usedAt < UNUSED_MS) continue;
      this.pools.delete(origin);
      void pool.close();
    }
  }

  /** Closes every pool, and ends what is on its way. */
  async close(): Promise<void> {
    clearInterval(this.sweeping);
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.close()));
  }

  private poolOf(origin: string): KeptPool {
    const known = this.pools.get(origin);
    if (known !== undefined) return known;
    const pool = new KeptPool(origin, this.connector);
    this.pools.set(origin, pool);
    return pool;
  }
}

class KeptPool implements EndpointPool {
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
      // An attempt has one time for everything, which its sender keeps.
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
