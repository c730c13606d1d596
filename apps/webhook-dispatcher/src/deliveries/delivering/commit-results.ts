import { inTransaction } from '@service/event-store';
import type { TransactionHistory, WriteLines } from '@service/history';
import { arrayLiteral } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import { retryDeliveries, type RequestedRetry } from '../requests/retry-deliveries.js';
import { countInReplays, type EndedInReplay } from '../storage/replay-progress.js';
import { endedDeliveries } from './ended-deliveries.js';
import { recordEndpoints, type EndpointStanding } from './record-endpoints.js';
import { endsEntry, type QueueResult } from './queue-result.js';

/** Writes the history's lines of deliveries, in the transactions that store their results. */
export type DeliveryHistory = Pick<TransactionHistory, 'during'>;

/** Outcome of committing a queue's result. */
export interface Committed {
  /** False where another process had claimed the queue, so that nothing was stored. */
  stored: boolean;
  /** Whether more of the queue is due already. */
  more: boolean;
  /** The endpoint's standing; null where nothing about it had to be stored. */
  standing: EndpointStanding | null;
}

/**
 * Commits the results of queues in one transaction: attempts are stored, ended entries are deleted, and so are queues
 * without further entries. Each delivery that ended leaves a line in the history. A retry that was requested during an
 * attempt is carried out. A result of an older lease is ignored.
 */
export function commitResults(
  pool: Pool,
  history: DeliveryHistory,
  results: readonly QueueResult[],
): Promise<Committed[]> {
  return history.during((write) =>
    inTransaction(pool, 'BEGIN', (client) => commitIn(client, write, results)),
  );
}

async function commitIn(
  client: PoolClient,
  write: WriteLines,
  results: readonly QueueResult[],
): Promise<Committed[]> {
  // Locks in a separate statement, so that the next one sees what was planned before the lock.
  const held = await lockQueues(client, results);
  const current = results.filter((_, place) => held.has(place));
  const more = current.length === 0 ? new Set() : await writeResults(client, current);
  const standings = await recordEndpoints(client, current);
  const revived = await retryDeliveries(client, requestedRetries(results, held));
  await countInReplays(client, [...endedInReplays(current), ...revived]);
  await write(client, endedDeliveries(current));
  return results.map((result, place) => ({
    stored: held.has(place),
    more: more.has(result),
    standing: (held.has(place) ? standings.get(result.queue.subscription_id) : undefined) ?? null,
  }));
}

/** Requests made during the attempts. An endpoint that is gone gets no further attempt. */
function requestedRetries(results: readonly QueueResult[], held: HeldQueues): RequestedRetry[] {
  return results.flatMap(({ queue, attempts }, place) => {
    const delivery_id = held.get(place) ?? null;
    if (delivery_id === null || attempts.at(-1)?.outcome === 'gone') return [];
    return [{ subscription_id: queue.subscription_id, delivery_id }];
  });
}

/** The deliveries of replays that ended. */
function endedInReplays(results: readonly QueueResult[]): EndedInReplay[] {
  return results.flatMap(({ attempts }) =>
    attempts.flatMap((attempt) => {
      const { outcome, entry } = attempt;
      const { replay_id } = entry;
      if (replay_id === null || !endsEntry(attempt)) return [];
      const succeeded = outcome === 'acknowledged' ? 1 : 0;
      return [{ replay_id, succeeded, exhausted: 1 - succeeded }];
    }),
  );
}

/** By the places of results with valid leases: the delivery whose retry was requested during an attempt. */
type HeldQueues = ReadonlyMap<number, string | null>;

async function lockQueues(client: PoolClient, results: readonly QueueResult[]): Promise<HeldQueues> {
  const { rows } = await client.query<{ place: number; retry_delivery_id: string | null }>({
    name: 'lock-queues',
    text: `SELECT held.place::integer - 1 AS place, queue.retry_delivery_id FROM (
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
          WITH ORDINALITY AS held (subscription_id, queue_key, lease_epoch, place)
        ORDER BY subscription_id COLLATE "C", queue_key COLLATE "C"
      ) AS held
      CROSS JOIN LATERAL (
        SELECT queue.retry_delivery_id FROM webhook_dispatcher.queues AS queue
        WHERE queue.subscription_id = held.subscription_id AND queue.queue_key = held.queue_key
          AND queue.lease_epoch = held.lease_epoch AND queue.leased
        FOR UPDATE
      ) AS queue`,
    values: [
      arrayLiteral(results.map(({ queue }) => queue.subscription_id)),
      arrayLiteral(results.map(({ queue }) => queue.queue_key)),
      arrayLiteral(results.map(({ queue }) => queue.lease_epoch)),
    ],
  });
  return new Map(rows.map(({ place, retry_delivery_id }) => [place, retry_delivery_id]));
}

/** @returns the results whose queues are due again. */
async function writeResults(
  client: PoolClient,
  results: readonly QueueResult[],
): Promise<Set<QueueResult | undefined>> {
  const now = performance.now();
  const made = results.flatMap(({ queue, attempts }) => attempts.map((attempt) => ({ queue, ...attempt })));
  const { rows } = await client.query<{ place: number }>({
    name: 'write-results',
    text: WRITE,
    values: [
      results.map(({ queue }) => queue.subscription_id),
      results.map(({ queue }) => queue.queue_key),
      results.map(({ attempts }) => attempts.findLast(endsEntry)?.entry.seq ?? '0'),
      results.map(({ again_in }) => again_in),
      results.map(({ attempts }) => attempts.length > 0),
      made.map(({ queue }) => queue.subscription_id),
      made.map(({ queue }) => queue.queue_key),
      made.map(({ entry }) => entry.seq),
      made.map(({ number }) => number),
      made.map(({ began }) => now - began),
      made.map(({ status }) => status),
      made.map(({ error }) => error),
      made.map(({ latency_ms }) => Math.round(latency_ms)),
      made.map(({ answer }) => (answer === null ? null : storable(answer))),
      made.map(({ outcome }) => outcome),
      made.map(({ manual }) => manual),
      made.map(({ unscheduled }) => unscheduled),
    ].map(arrayLiteral),
  });
  return new Set(rows.map(({ place }) => results[place]));
}

/** Replaces NUL and lone surrogates, which an endpoint may answer and PostgreSQL cannot store. */
function storable(answer: string): string {
  return answer.replaceAll('\0', '\uFFFD').toWellFormed();
}

const ENTRY = 'entry.subscription_id, entry.queue_key, entry.delivery_id, entry.event_id, entry.day';
const MADE = `${ENTRY}, entry.type, entry.replayed, entry.replay_id, entry.planned_at,
      made.number, made.ago, made.status, made.error, made.latency_ms, made.answer, made.outcome, made.manual`;
const SAME_ENTRY =
  'entry.subscription_id = made.subscription_id AND entry.queue_key = made.queue_key AND entry.seq = made.seq';
const SAME_QUEUE = 'queue.subscription_id = left_so.subscription_id AND queue.queue_key = left_so.queue_key';

const WRITE = `WITH left_so AS MATERIALIZED (
    SELECT queue.*, EXISTS (
      SELECT FROM webhook_dispatcher.entries AS entry
      WHERE entry.subscription_id = queue.subscription_id AND entry.queue_key = queue.queue_key
        AND entry.seq > queue.ended
    ) AS more
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[], $5::boolean[])
      WITH ORDINALITY AS queue (subscription_id, queue_key, ended, again_in, attempted, place)
  ), made AS (
    SELECT * FROM unnest($6::text[], $7::text[], $8::bigint[], $9::integer[], $10::float8[], $11::integer[], $12::text[],
      $13::integer[], $14::text[], $15::text[], $16::boolean[], $17::boolean[])
      AS attempt (subscription_id, queue_key, seq, number, ago, status, error, latency_ms, answer, outcome, manual,
        unscheduled)
  ), ended AS (
    DELETE FROM webhook_dispatcher.entries AS entry USING made
    WHERE ${SAME_ENTRY} AND made.outcome IN ('acknowledged', 'exhausted')
    RETURNING ${MADE}
  ), tried AS (
    UPDATE webhook_dispatcher.entries AS entry
    SET attempts = made.number, first_attempt = entry.first_attempt + made.unscheduled::integer FROM made
    WHERE ${SAME_ENTRY} AND made.outcome NOT IN ('acknowledged', 'exhausted')
    RETURNING ${MADE}
  ), written AS (
    INSERT INTO webhook_dispatcher.attempts (day, subscription_id, queue_key, delivery_id, event_id, event_day, type,
      replayed, replay_id, planned_at, number, at, status, error, latency_ms, answer, outcome, manual)
    SELECT (at AT TIME ZONE 'UTC')::date, subscription_id, queue_key, delivery_id, event_id, day, type,
      replayed, replay_id, planned_at, number, at, status, error, latency_ms, answer, outcome, manual
    FROM (SELECT * FROM ended UNION ALL SELECT * FROM tried) AS made
    CROSS JOIN LATERAL (SELECT statement_timestamp() - ago * interval '1 millisecond') AS moment (at)
  ), emptied AS (
    DELETE FROM webhook_dispatcher.queues AS queue USING left_so WHERE ${SAME_QUEUE} AND NOT left_so.more
  )
  UPDATE webhook_dispatcher.queues AS queue
  SET leased = false,
    due = coalesce(statement_timestamp() + left_so.again_in * interval '1 millisecond', queue.scheduled_at),
    scheduled_at = CASE WHEN NOT left_so.attempted THEN queue.scheduled_at END
  FROM left_so WHERE ${SAME_QUEUE} AND left_so.more
  RETURNING CASE WHEN left_so.again_in = 0 THEN left_so.place::integer - 1 END AS place`;
