import { unseen } from '@service/platform/postgres';
import { EVENT_COLUMNS } from './event-row.js';

/**
 * Reads the events of the streams of `$1`, each named once, and the database's time. The streams are joined: a server without
 * statistics of a new table expects so many events of `stream_id = ANY` that it reads the table with parallel workers.
 */
export const readStreamsSql = (schema: string): string => `
  SELECT clock.read_at, stream.*
  FROM (SELECT clock_timestamp() AS read_at) AS clock
  LEFT JOIN (
    SELECT ${EVENT_COLUMNS}
    FROM unnest(${unseen(1, 'text[]')}) AS wanted (stream_id)
    JOIN ${schema}.events AS e USING (stream_id) LEFT JOIN ${schema}.companions AS c USING (event_id)
  ) AS stream ON true
  ORDER BY stream.stream_id, stream.version`;
