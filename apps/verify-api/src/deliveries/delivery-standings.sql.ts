import { ATTEMPT } from './deliveries.sql.js';
import { MOMENT } from './moment.sql.js';

/**
 * Standings of subscriptions, unordered. Parameters are their ids, the number of waiting deliveries that are counted at
 * most, and the days of failure after which one is disabled. Only endpoints that have failed have a row of their own.
 */
export const READ_STANDINGS = `SELECT wanted.subscription_id, coalesce(endpoint.failures, 0) AS failures,
    ${MOMENT('endpoint.failing_since')} AS failing_since,
    ${MOMENT("(endpoint.failing_since + $3::integer * interval '1 day')")} AS disabled_after,
    CASE WHEN next.at > statement_timestamp() THEN ${MOMENT('next.at')} END AS next_attempt_at, waiting.pending
  FROM (SELECT id COLLATE "C" AS subscription_id FROM unnest($1::text[]) AS named (id)) AS wanted
  LEFT JOIN webhook_dispatcher_published.endpoints AS endpoint
    ON endpoint.subscription_id = wanted.subscription_id
  LEFT JOIN LATERAL (
    SELECT greatest(queue.due, endpoint.held_until, endpoint.probe_at) AS at
    FROM webhook_dispatcher_published.queues AS queue
    WHERE queue.subscription_id = wanted.subscription_id AND NOT queue.leased ORDER BY queue.due LIMIT 1
  ) AS next ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS pending FROM (
      SELECT FROM webhook_dispatcher_published.entries AS entry
      WHERE entry.subscription_id = wanted.subscription_id LIMIT $2
    ) AS few
  ) AS waiting`;

/**
 * Counts deliveries of a subscription by state. Parameters are its id, and the most attempts, and waiting deliveries,
 * to read, newest first. `counted_since` is null where all attempts were read. Texts of answers are read of one attempt only.
 */
export const COUNT_DELIVERIES = `WITH waiting AS (
    SELECT delivery_id FROM webhook_dispatcher_published.entries WHERE subscription_id = $1
    ORDER BY delivery_id DESC LIMIT $2
  ), made AS (
    SELECT delivery_id, number, outcome, planned_at, at FROM webhook_dispatcher_published.attempts
    WHERE subscription_id = $1 ORDER BY delivery_id DESC, number DESC LIMIT $2
  ), ended AS (
    SELECT DISTINCT ON (delivery_id) delivery_id, outcome FROM made
    WHERE delivery_id NOT IN (SELECT delivery_id FROM waiting) ORDER BY delivery_id DESC, number DESC
  )
  SELECT (SELECT count(*)::integer FROM waiting) AS pending,
    (count(*) FILTER (WHERE outcome = 'acknowledged'))::integer AS succeeded,
    (count(*) FILTER (WHERE outcome = 'exhausted'))::integer AS exhausted,
    (count(*) FILTER (WHERE outcome IN ('retry', 'gone')))::integer AS cancelled,
    (SELECT count(*)::integer FROM made) AS attempts,
    (SELECT count(*)::integer FROM made WHERE outcome <> 'acknowledged') AS failed_attempts,
    (SELECT CASE WHEN count(*) = $2::bigint THEN ${MOMENT('min(planned_at)')} END FROM made) AS counted_since,
    (SELECT json_build_object('delivery_id', delivery_id, ${ATTEMPT})
      FROM webhook_dispatcher_published.attempts
      WHERE subscription_id = $1
        AND (delivery_id, number) = (SELECT delivery_id, number FROM made ORDER BY at DESC LIMIT 1)) AS last_attempt
  FROM ended`;
