import type { Pool } from 'pg';
import type { Metrics } from '../metrics/index.js';

/**
 * Adds the connections of a pool and the waiting queries, of which there should be none, to the metrics. Each scrape
 * measures the wait with a query of its own, because measuring every query would slow them down.
 */
export function measurePool(metrics: Metrics, app: string, pool: Pool): void {
  metrics.gauge(
    {
      name: 'database_pool_connections',
      help: 'Connections of the pool of an app: `idle` and `busy`; and `waiting`, the queries that wait for one.',
      labels: ['app', 'state'],
    },
    () => [
      { labels: { app, state: 'idle' }, value: pool.idleCount },
      { labels: { app, state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { app, state: 'waiting' }, value: pool.waitingCount },
    ],
  );
  metrics.gauge(
    {
      name: 'database_pool_wait_seconds',
      help: 'Seconds that this scrape waited for a connection of the pool of an app; absent after two.',
      labels: ['app'],
    },
    async () => {
      const began = performance.now();
      const client = await pool.connect();
      client.release();
      return [{ labels: { app }, value: (performance.now() - began) / 1_000 }];
    },
  );
}
