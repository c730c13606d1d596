import { MOMENT } from './moment.sql.js';

const SHOWN = `SELECT replay_id AS id, subscription_id, ${MOMENT('"from"')} AS "from", ${MOMENT('"to"')} AS "to", only_failed,
    CASE WHEN cancelled THEN 'cancelled' WHEN complete AND planned = succeeded + exhausted THEN 'finished'
      ELSE 'running' END AS state,
    planned, CASE WHEN cancelled THEN 0 ELSE planned - succeeded - exhausted END AS pending, succeeded, exhausted,
    ${MOMENT('created_at')} AS created_at, ${MOMENT('updated_at')} AS updated_at
  FROM webhook_dispatcher_published.replay_progress`;

/**
 * A page, newest first: parameters are the subscription, the replay to continue before, the limit, and the states, the
 * first moment of creation and the end of its range. Null stands for no bound.
 */
export const LIST_REPLAYS = `SELECT * FROM (
    ${SHOWN} WHERE subscription_id = $1 AND replay_id < coalesce($2, 'dlr_~')
  ) AS shown
  WHERE ($4::text[] IS NULL OR state = ANY ($4)) AND ($5::text IS NULL OR created_at >= $5)
    AND ($6::text IS NULL OR created_at < $6)
  ORDER BY id DESC LIMIT $3`;

const OF_PROJECT = '(SELECT id FROM verify_api_subscriptions.subscriptions WHERE project_id = $2)';

/** Reads one replay: parameters are its id and the project. */
export const READ_REPLAY = `${SHOWN} WHERE replay_id = $1 AND subscription_id IN ${OF_PROJECT}`;

/** The request for a replay that the dispatcher has not begun to count: parameters are as above. */
export const READ_REQUEST = `SELECT stream_id AS id, data->>'subscription_id' AS subscription_id, data->>'from' AS "from",
    data->>'to' AS "to", (data->>'only_failed')::boolean AS only_failed, data->>'occurred_at' AS created_at
  FROM webhook_dispatcher_published.events
  WHERE stream_id = $1 AND version = 1 AND type = 'service.subscription.replay_requested'
    AND data->>'subscription_id' IN ${OF_PROJECT}`;

const COUNTED = `SELECT (count(*) FILTER (WHERE event_id >= $3 AND event_id < $4 AND type = ANY ($2)))::integer
      AS deliveries, count(*)::integer AS searched`;

/**
 * Counts the events that a replay would deliver, and those that were read. Parameters are the project, the types, the
 * first event id of the span and the first after it, the most events to read, and the first and last day.
 */
export const COUNT_PUBLISHED = `${COUNTED} FROM (
    SELECT event_id, type FROM webhook_dispatcher_published.published_events
    WHERE project_id = $1 AND type = ANY ($2) AND day BETWEEN $6 AND $7 AND subscription_id IS NULL LIMIT $5
  ) AS found`;

/**
 * The same count for a replay of failed deliveries: exhausted ones that were neither retried by request nor replayed
 * since. The first parameter is the subscription.
 */
export const COUNT_FAILED = `${COUNTED} FROM (
    SELECT failed.event_id, failed.type FROM webhook_dispatcher_published.attempts AS failed
    WHERE failed.subscription_id = $1 AND failed.outcome = 'exhausted'
      AND NOT EXISTS (
        SELECT FROM webhook_dispatcher_published.entries AS entry
        WHERE entry.subscription_id = failed.subscription_id AND entry.delivery_id = failed.delivery_id
      )
      AND NOT EXISTS (
        SELECT FROM webhook_dispatcher_published.attempts AS later
        WHERE later.subscription_id = failed.subscription_id AND later.delivery_id = failed.delivery_id
          AND later.number > failed.number
      )
      AND NOT EXISTS (
        SELECT FROM webhook_dispatcher_published.attempts AS replay
        WHERE replay.subscription_id = failed.subscription_id AND replay.event_id = failed.event_id
          AND replay.replayed AND replay.delivery_id > failed.delivery_id
      )
    LIMIT $5
  ) AS found`;
