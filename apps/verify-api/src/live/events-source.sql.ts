import { MOST_IDS } from './live-topics.js';

const HORIZON = '(SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon) AS snapshot';

/** The place of the newest visible event of each of some projects: no event can be added before it. */
export const NEWEST_POSITIONS = `
  SELECT wanted.project_id, coalesce(newest.tx::text, '0') AS tx, coalesce(newest.pos, 0)::text AS pos
  FROM ${HORIZON}
  CROSS JOIN unnest($1::text[]) AS wanted(project_id)
  LEFT JOIN LATERAL (
    SELECT e.tx, e.pos FROM webhook_dispatcher_published.published_events AS e
    WHERE e.project_id = wanted.project_id AND e.tx < snapshot.horizon
    ORDER BY e.tx DESC, e.pos DESC LIMIT 1
  ) AS newest ON true`;

/** The events of projects after a place in each, in the order of commits, one more than are named. */
export const NEW_EVENTS = `
  SELECT wanted.project_id, next.tx::text, next.pos::text, next.event_id, next.type, next.subject_id
  FROM ${HORIZON}
  CROSS JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS wanted(project_id, tx, pos)
  CROSS JOIN LATERAL (
    SELECT e.tx, e.pos, e.event_id, e.type, e.subject_id FROM webhook_dispatcher_published.published_events AS e
    WHERE e.project_id = wanted.project_id AND (e.tx, e.pos) > (wanted.tx::xid8, wanted.pos)
      AND e.tx < snapshot.horizon
    ORDER BY e.tx, e.pos LIMIT ${MOST_IDS + 1}
  ) AS next
  ORDER BY next.tx, next.pos`;
