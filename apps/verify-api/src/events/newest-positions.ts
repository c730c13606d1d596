import type { Pool } from 'pg';
import type { PositionKey } from '../interface/inputs/cursors.js';
import { PUBLISHED_HORIZON } from './published-events.sql.js';

/** Includes test events, which no index leaves out; a caller that they wake reads an empty page. */
const NEWEST_POSITIONS = `
  SELECT wanted.project_id, coalesce(newest.tx::text, '0') AS tx, coalesce(newest.pos, 0)::text AS pos
  FROM ${PUBLISHED_HORIZON} AS snapshot
  CROSS JOIN unnest($1::text[]) AS wanted(project_id)
  LEFT JOIN LATERAL (
    SELECT e.tx, e.pos FROM webhook_dispatcher_published.published_events AS e
    WHERE e.project_id = wanted.project_id AND e.tx < snapshot.horizon
    ORDER BY e.tx DESC, e.pos DESC LIMIT 1
  ) AS newest ON true`;

/** The position of the newest visible event of each of some projects: no event can be added before it. */
export async function newestPositions(
  pool: Pool,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, PositionKey>> {
  const { rows } = await pool.query<{ project_id: string; tx: string; pos: string }>({
    name: 'published_events.newest_positions',
    text: NEWEST_POSITIONS,
    values: [projectIds],
  });
  return new Map(rows.map(({ project_id, tx, pos }) => [project_id, [tx, pos]]));
}
