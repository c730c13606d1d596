import type { Metrics } from '@service/platform/metrics';
import type { Pool } from 'pg';
import { countParked } from '../kafka/feed/parked-streams.js';

/** Reports how many streams the consumers of an app have parked; every replica counts the same rows. */
export function measureParked(metrics: Metrics, pool: Pool): void {
  metrics.gauge(
    {
      name: 'dead_letter_streams',
      help: 'Streams that a consumer has parked because it could not apply an event, by the schema of its tables.',
      labels: ['schema'],
    },
    async () => (await countParked(pool)).map(({ schema, count }) => ({ labels: { schema }, value: count })),
  );
}
