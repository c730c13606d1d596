import type { Pool } from 'pg';

/** Failures of an endpoint in a row after which it is only probed. */
export const PROBED_AFTER = 5;
/** Milliseconds for which a claimed lane is its claimer's. */
export const LEASE_FOR = 30_000;

/** How many of a subscription's lanes are wanted. */
export interface WantedLanes {
  subscription_id: string;
  slots: number;
}

/** A lane that is this process's until its lease ends. */
export interface ClaimedLane {
  subscription_id: string;
  aggregate_id: string;
  /** Every write for the lane checks it. */
  lease_epoch: string;
  /** Of the endpoint in a row, as far as they were committed. */
  failures: number;
}

/**
 * Claims lanes that are due, of each subscription as many as are wanted and the longest due first; none where the
 * endpoint is held back. Of an endpoint that has failed again and again one lane is claimed, by one replica, as a probe.
 * A subscription's lanes are found by its own part of the index: another's backlog is never read.
 */
export async function claimLanes(pool: Pool, wanted: readonly WantedLanes[]): Promise<ClaimedLane[]> {
  // One order for everybody, or two that claim could wait for each other.
  const sorted = wanted.toSorted((one, other) => (one.subscription_id < other.subscription_id ? -1 : 1));
  const { rows } = await pool.query<ClaimedLane>({
    name: 'claim-lanes',
    text: CLAIM,
    values: [
      sorted.map(({ subscription_id }) => subscription_id),
      sorted.map(({ slots }) => slots),
      LEASE_FOR,
      PROBED_AFTER,
    ],
  });
  return rows;
}

const CLAIM = `WITH wanted AS (
    SELECT wanted.subscription_id, slots, coalesce(endpoint.failures, 0) AS failures,
      greatest(endpoint.held_until, endpoint.probe_at) AS held_until
    FROM unnest($1::text[], $2::integer[]) AS wanted (subscription_id, slots)
    LEFT JOIN webhook_dispatcher.endpoints AS endpoint ON endpoint.subscription_id = wanted.subscription_id
  ), probed AS (
    UPDATE webhook_dispatcher.endpoints AS endpoint
    SET probe_at = statement_timestamp() + $3 * interval '1 millisecond'
    FROM wanted
    WHERE endpoint.subscription_id = wanted.subscription_id AND wanted.failures >= $4
      AND coalesce(greatest(endpoint.held_until, endpoint.probe_at), '-infinity') <= statement_timestamp()
      AND EXISTS (
        SELECT FROM webhook_dispatcher.lanes AS lane
        WHERE lane.subscription_id = wanted.subscription_id AND lane.due <= statement_timestamp()
      )
    RETURNING endpoint.subscription_id, 1 AS slots, endpoint.failures
  ), allowed AS (
    SELECT subscription_id, slots, failures FROM wanted
    WHERE failures < $4 AND coalesce(held_until, '-infinity') <= statement_timestamp()
    UNION ALL SELECT subscription_id, slots, failures FROM probed
  ), picked AS MATERIALIZED (
    SELECT lane.subscription_id, lane.aggregate_id, allowed.failures
    FROM allowed CROSS JOIN LATERAL (
      SELECT due.subscription_id, due.aggregate_id FROM webhook_dispatcher.lanes AS due
      WHERE due.subscription_id = allowed.subscription_id AND due.due <= statement_timestamp()
      ORDER BY due.due LIMIT allowed.slots FOR UPDATE SKIP LOCKED
    ) AS lane
  )
  UPDATE webhook_dispatcher.lanes AS lane
  SET due = statement_timestamp() + $3 * interval '1 millisecond', leased = true,
    lease_epoch = nextval('webhook_dispatcher.lease_epochs')
  FROM picked
  WHERE lane.subscription_id = picked.subscription_id AND lane.aggregate_id = picked.aggregate_id
  RETURNING lane.subscription_id, lane.aggregate_id, lane.lease_epoch, picked.failures`;
