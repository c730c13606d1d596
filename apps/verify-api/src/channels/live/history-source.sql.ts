/** The last line of each lane of some projects, from a day on. */
export const LANE_ENDS = `
  SELECT lane.project_id, lane.day::text, lane.writer, last.ended::text
  FROM verify_api.lanes AS lane
  CROSS JOIN LATERAL (
    SELECT sequence + line_count - 1 AS ended FROM verify_api.interactions
    WHERE day = lane.day AND project_id = lane.project_id AND writer = lane.writer
    ORDER BY sequence DESC LIMIT 1
  ) AS last
  WHERE lane.project_id = ANY($1) AND lane.day >= $2::date`;

/** How many lines a project has from a day on. */
export const LINES_SINCE = `SELECT coalesce(sum(ended::bigint), 0)::text AS lines FROM (${LANE_ENDS.replace('ANY($1)', '$1')}) AS ends`;

/** Most blocks of a lane that are read at a time. */
const MOST_BLOCKS = 500;

/**
 * The blocks after the known ends of lanes, lane by lane, oldest first; all blocks of a lane without a known end. Parameters
 * are the projects, the oldest day, and the known ends: project, day, writer and sequence.
 */
export const NEW_BLOCKS = `
  SELECT lane.project_id, lane.day::text, lane.writer, (block.sequence + block.line_count - 1)::text AS ended, block.tally
  FROM verify_api.lanes AS lane
  LEFT JOIN unnest($3::text[], $4::date[], $5::text[], $6::bigint[]) AS known (project_id, day, writer, ended)
    USING (project_id, day, writer)
  CROSS JOIN LATERAL (
    SELECT sequence, line_count, tally FROM verify_api.interactions AS stored
    WHERE stored.day = lane.day AND stored.project_id = lane.project_id AND stored.writer = lane.writer
      AND stored.sequence > coalesce(known.ended, 0)
    ORDER BY sequence LIMIT ${MOST_BLOCKS}
  ) AS block
  WHERE lane.project_id = ANY($1) AND lane.day >= $2::date
  ORDER BY lane.day, lane.writer, block.sequence`;

/** The endpoints of some projects that have failed, with their state. */
export const FAILING_ENDPOINTS = `
  SELECT subscription.project_id, endpoint.subscription_id,
    concat_ws(' ', endpoint.failures, endpoint.held_until, endpoint.probe_at) AS state
  FROM verify_api_subscriptions.subscriptions AS subscription
  JOIN webhook_dispatcher_published.endpoints AS endpoint ON endpoint.subscription_id = subscription.id
  WHERE subscription.project_id = ANY($1)`;
