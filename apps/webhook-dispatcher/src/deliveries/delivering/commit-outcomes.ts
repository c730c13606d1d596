import { inTransaction } from '@service/event-store';
import type { Pool, PoolClient } from 'pg';
import { recordEndpoints, type EndpointStanding } from './record-endpoints.js';
import { endsEntry, type LaneOutcome } from './outcomes.js';

/** What became of a lane's outcome. */
export interface Committed {
  /** False where the lane's lease was over and the lane somebody else's: nothing of it was kept. */
  kept: boolean;
  /** Whether more of the lane is due already. */
  more: boolean;
  /** Of the endpoint, where something was to be written down of it. */
  standing: EndpointStanding | null;
}

/**
 * Commits what became of lanes, all in one transaction: attempts are written, ended entries go, and lanes with them
 * unless something waits in them. What belongs to an older lease is left out.
 */
export function commitOutcomes(pool: Pool, outcomes: readonly LaneOutcome[]): Promise<Committed[]> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    // By a statement of its own: the next one must see what was planned before the lane was locked.
    const held = await lockLanes(client, outcomes);
    const kept = outcomes.filter((_, place) => held.has(place));
    const more = kept.length === 0 ? new Set() : await writeOutcomes(client, kept);
    const standings = await recordEndpoints(client, kept);
    return outcomes.map((outcome, place) => ({
      kept: held.has(place),
      more: more.has(outcome),
      standing: (held.has(place) ? standings.get(outcome.lane.subscription_id) : undefined) ?? null,
    }));
  });
}

async function lockLanes(client: PoolClient, outcomes: readonly LaneOutcome[]): Promise<Set<number>> {
  const { rows } = await client.query<{ place: number }>({
    name: 'lock-lanes',
    text: `SELECT held.place::integer - 1 AS place FROM (
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
          WITH ORDINALITY AS held (subscription_id, aggregate_id, lease_epoch, place)
        ORDER BY subscription_id COLLATE "C", aggregate_id COLLATE "C"
      ) AS held
      CROSS JOIN LATERAL (
        SELECT FROM webhook_dispatcher.lanes AS lane
        WHERE lane.subscription_id = held.subscription_id AND lane.aggregate_id = held.aggregate_id
          AND lane.lease_epoch = held.lease_epoch AND lane.leased
        FOR UPDATE
      ) AS lane`,
    values: [
      outcomes.map(({ lane }) => lane.subscription_id),
      outcomes.map(({ lane }) => lane.aggregate_id),
      outcomes.map(({ lane }) => lane.lease_epoch),
    ],
  });
  return new Set(rows.map(({ place }) => place));
}

/** Answers those whose lanes are due again. */
async function writeOutcomes(
  client: PoolClient,
  outcomes: readonly LaneOutcome[],
): Promise<Set<LaneOutcome | undefined>> {
  const now = performance.now();
  const made = outcomes.flatMap(({ lane, attempts }) => attempts.map((attempt) => ({ lane, ...attempt })));
  const { rows } = await client.query<{ place: number }>({
    name: 'write-outcomes',
    text: WRITE,
    values: [
      outcomes.map(({ lane }) => lane.subscription_id),
      outcomes.map(({ lane }) => lane.aggregate_id),
      outcomes.map(({ attempts }) => attempts.findLast(endsEntry)?.seq ?? '0'),
      outcomes.map(({ again_in }) => again_in),
      made.map(({ lane }) => lane.subscription_id),
      made.map(({ lane }) => lane.aggregate_id),
      made.map(({ seq }) => seq),
      made.map(({ number }) => number),
      made.map(({ began }) => now - began),
      made.map(({ status }) => status),
      made.map(({ error }) => error),
      made.map(({ latency_ms }) => Math.round(latency_ms)),
      made.map(({ answer }) => (answer === null ? null : storable(answer))),
      made.map(({ outcome }) => outcome),
    ],
  });
  return new Set(rows.map(({ place }) => outcomes[place]));
}

/** A text as the database takes it: what an endpoint answers need be none. */
function storable(answer: string): string {
  return answer.replaceAll('\0', '\uFFFD').toWellFormed();
}

const ENTRY = 'entry.subscription_id, entry.aggregate_id, entry.delivery_id, entry.event_id, entry.day';
const MADE = `${ENTRY}, entry.type, entry.replayed, entry.planned_at,
      made.number, made.ago, made.status, made.error, made.latency_ms, made.answer, made.outcome`;
const SAME_ENTRY =
  'entry.subscription_id = made.subscription_id AND entry.aggregate_id = made.aggregate_id AND entry.seq = made.seq';
const SAME_LANE =
  'lane.subscription_id = left_so.subscription_id AND lane.aggregate_id = left_so.aggregate_id';

const WRITE = `WITH left_so AS MATERIALIZED (
    SELECT lane.*, EXISTS (
      SELECT FROM webhook_dispatcher.entries AS entry
      WHERE entry.subscription_id = lane.subscription_id AND entry.aggregate_id = lane.aggregate_id
        AND entry.seq > lane.ended
    ) AS more
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[])
      WITH ORDINALITY AS lane (subscription_id, aggregate_id, ended, again_in, place)
  ), made AS (
    SELECT * FROM unnest($5::text[], $6::text[], $7::bigint[], $8::integer[], $9::float8[], $10::integer[], $11::text[],
      $12::integer[], $13::text[], $14::text[])
      AS attempt (subscription_id, aggregate_id, seq, number, ago, status, error, latency_ms, answer, outcome)
  ), ended AS (
    DELETE FROM webhook_dispatcher.entries AS entry USING made
    WHERE ${SAME_ENTRY} AND made.outcome IN ('acknowledged', 'exhausted')
    RETURNING ${MADE}
  ), tried AS (
    UPDATE webhook_dispatcher.entries AS entry SET attempts = made.number FROM made
    WHERE ${SAME_ENTRY} AND made.outcome NOT IN ('acknowledged', 'exhausted')
    RETURNING ${MADE}
  ), written AS (
    INSERT INTO webhook_dispatcher.attempts (day, subscription_id, aggregate_id, delivery_id, event_id, event_day, type,
      replayed, planned_at, number, at, status, error, latency_ms, answer, outcome)
    SELECT (at AT TIME ZONE 'UTC')::date, subscription_id, aggregate_id, delivery_id, event_id, day, type,
      replayed, planned_at, number, at, status, error, latency_ms, answer, outcome
    FROM (SELECT * FROM ended UNION ALL SELECT * FROM tried) AS made
    CROSS JOIN LATERAL (SELECT statement_timestamp() - ago * interval '1 millisecond') AS moment (at)
  ), emptied AS (
    DELETE FROM webhook_dispatcher.lanes AS lane USING left_so WHERE ${SAME_LANE} AND NOT left_so.more
  )
  UPDATE webhook_dispatcher.lanes AS lane
  SET leased = false, due = statement_timestamp() + left_so.again_in * interval '1 millisecond'
  FROM left_so WHERE ${SAME_LANE} AND left_so.more
  RETURNING CASE WHEN left_so.again_in = 0 THEN left_so.place::integer - 1 END AS place`;
