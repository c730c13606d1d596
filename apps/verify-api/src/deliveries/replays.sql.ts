import { MOMENT } from './moment.sql.js';

const SHOWN = `SELECT replay_id AS id, subscription_id, ${MOMENT('since')} AS since, ${MOMENT('until')} AS until, only_failed,
    CASE WHEN cancelled THEN 'cancelled' WHEN complete AND planned = succeeded + exhausted THEN 'finished'
      ELSE 'running' END AS state,
    planned, CASE WHEN cancelled THEN 0 ELSE planned - succeeded - exhausted END AS pending, succeeded, exhausted,
    ${MOMENT('requested_at')} AS requested_at
  FROM webhook_dispatcher_published.replay_progress`;

/** A page, newest first: parameters are the subscription, the replay to go on before, or null, and the limit. */
export const LIST_REPLAYS = `${SHOWN}
  WHERE subscription_id = $1 AND replay_id < coalesce($2, 'dlr_~') ORDER BY replay_id DESC LIMIT $3`;

/** One: parameters are the subscription and the replay. */
export const READ_REPLAY = `${SHOWN} WHERE subscription_id = $1 AND replay_id = $2`;

/** The request for a replay that the dispatcher has not begun to count: parameters are as above. */
export const READ_REQUEST = `SELECT stream_id AS id, data->>'subscription_id' AS subscription_id, data->>'since' AS since,
    data->>'until' AS until, (data->>'only_failed')::boolean AS only_failed, data->>'occurred_at' AS requested_at
  FROM webhook_dispatcher_published.events
  WHERE stream_id = $2 AND version = 1 AND type = 'service.subscription.replay_requested'
    AND data->>'subscription_id' = $1`;
