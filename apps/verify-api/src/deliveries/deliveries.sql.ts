const MOMENT = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Deliveries as the dispatcher's tables have them: those that wait, and those that were attempted. Only the first
 * delivery of a queue has a time of its next attempt, and only where that is not now.
 */
const DELIVERIES = `SELECT listed.subscription_id, listed.delivery_id AS id,
    coalesce(entry.event_id, made.event_id) AS event_id, coalesce(entry.type, made.type) AS event_type,
    ${MOMENT('coalesce(entry.planned_at, made.planned_at)')} AS created_at,
    made.attempts, made.last_outcome, blocking.delivery_id AS blocked_by,
    CASE WHEN entry.seq IS NULL THEN NULL WHEN blocking.delivery_id IS NOT NULL THEN 'earlier_delivery'
      WHEN next.at IS NULL THEN 'attempt' WHEN next.is_held THEN 'endpoint' ELSE 'schedule' END AS waiting,
    CASE WHEN blocking.delivery_id IS NULL THEN ${MOMENT('next.at')} END AS next_attempt_at
  FROM listed
  LEFT JOIN LATERAL (
    SELECT * FROM webhook_dispatcher_published.entries AS entry
    WHERE entry.subscription_id = listed.subscription_id AND entry.delivery_id = listed.delivery_id
  ) AS entry ON true
  CROSS JOIN LATERAL (
    SELECT min(event_id) AS event_id, min(type) AS type, min(planned_at) AS planned_at,
      (array_agg(outcome ORDER BY number DESC))[1] AS last_outcome,
      coalesce(json_agg(json_build_object('number', number,
        'trigger', CASE WHEN manual THEN 'manual' ELSE 'schedule' END, 'at', ${MOMENT('at')}, 'status', status, 'error', error,
        'latency_ms', latency_ms, 'answer', answer) ORDER BY number), '[]') AS attempts
    FROM webhook_dispatcher_published.attempts AS attempt
    WHERE attempt.subscription_id = listed.subscription_id AND attempt.delivery_id = listed.delivery_id
  ) AS made
  LEFT JOIN LATERAL (
    SELECT first.delivery_id FROM webhook_dispatcher_published.entries AS first
    WHERE first.subscription_id = entry.subscription_id AND first.aggregate_id = entry.aggregate_id
      AND first.seq < entry.seq
    ORDER BY first.seq LIMIT 1
  ) AS blocking ON true
  LEFT JOIN LATERAL (
    SELECT greatest(queue.due, endpoint.held_until, endpoint.probe_at) AS at,
      coalesce(greatest(endpoint.held_until, endpoint.probe_at) > queue.due, false) AS is_held
    FROM webhook_dispatcher_published.queues AS queue
    LEFT JOIN webhook_dispatcher_published.endpoints AS endpoint ON endpoint.subscription_id = queue.subscription_id
    WHERE queue.subscription_id = entry.subscription_id AND queue.aggregate_id = entry.aggregate_id
      AND NOT queue.leased
      AND greatest(queue.due, endpoint.held_until, endpoint.probe_at) > statement_timestamp()
  ) AS next ON true
  ORDER BY listed.delivery_id DESC`;

/** A page, newest first: parameters are the subscription, the delivery to go on before, null for the newest, and the limit. */
export const LIST_DELIVERIES = `WITH listed AS (
    SELECT $1::text COLLATE "C" AS subscription_id, delivery_id FROM (
      (SELECT delivery_id FROM webhook_dispatcher_published.entries
       WHERE subscription_id = $1 AND ($2::text IS NULL OR delivery_id < $2) ORDER BY delivery_id DESC LIMIT $3)
      UNION
      (SELECT DISTINCT delivery_id FROM webhook_dispatcher_published.attempts
       WHERE subscription_id = $1 AND ($2::text IS NULL OR delivery_id < $2) ORDER BY delivery_id DESC LIMIT $3)
    ) AS known ORDER BY delivery_id DESC LIMIT $3
  ) ${DELIVERIES}`;

/** One: parameters are the subscriptions that it may be of, and its id. */
export const READ_DELIVERY = `WITH listed AS (
    SELECT wanted.subscription_id COLLATE "C" AS subscription_id, $2::text COLLATE "C" AS delivery_id
    FROM unnest($1::text[]) AS wanted (subscription_id)
    WHERE EXISTS (
      SELECT FROM webhook_dispatcher_published.entries AS entry
      WHERE entry.subscription_id = wanted.subscription_id AND entry.delivery_id = $2
    ) OR EXISTS (
      SELECT FROM webhook_dispatcher_published.attempts AS attempt
      WHERE attempt.subscription_id = wanted.subscription_id AND attempt.delivery_id = $2
    )
  ) ${DELIVERIES}`;
