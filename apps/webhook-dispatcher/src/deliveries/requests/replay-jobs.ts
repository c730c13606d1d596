import {
  matchesCategory,
  timeOfId,
  type DeliveryRequestEvent,
  type EventType,
  type SubscriptionSnapshot,
} from '@service/contracts';
import { underLease, type Lease } from '@service/event-store';
import type { Pool, PoolClient } from 'pg';
import { insertEntries } from '../storage/insert-entries.js';

type Replay = Extract<DeliveryRequestEvent, { type: 'service.subscription.replay_requested' }>;

/** Most events that one transaction reads. */
const CHUNK = 500;

/** A replay that is not finished yet. */
interface ReplayJob {
  request_id: string;
  subscription_id: string;
  from: Date;
  to: Date;
  only_failed: boolean;
  /** Position of the last event, or id of the last failed delivery, that was read; empty at the beginning. */
  cursor: string;
}

interface Candidate {
  event_id: string;
  day: string;
  queue_key: string;
  type: EventType;
  cursor: string;
}

/** Stores replays for `replayChunk`, and begins to count their deliveries. */
export async function addReplays(client: PoolClient, replays: readonly Replay[]): Promise<void> {
  if (replays.length === 0) return;
  await client.query(
    `WITH requested AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::boolean[],
         $6::timestamptz[]) AS requested (request_id, subscription_id, "from", "to", only_failed, created_at)
     ), counted AS (
       INSERT INTO webhook_dispatcher.replay_progress
         (replay_id, subscription_id, "from", "to", only_failed, created_at)
       SELECT * FROM requested ON CONFLICT DO NOTHING
     )
     INSERT INTO webhook_dispatcher.replays (request_id, subscription_id, "from", "to", only_failed)
     SELECT request_id, subscription_id, "from", "to", only_failed FROM requested
     ON CONFLICT DO NOTHING`,
    [
      replays.map(({ request_id }) => request_id),
      replays.map(({ subscription_id }) => subscription_id),
      replays.map(({ from }) => from),
      replays.map(({ to }) => to),
      replays.map(({ only_failed }) => only_failed),
      replays.map(({ occurred_at }) => occurred_at),
    ],
  );
}

export interface WaitingReplays {
  ids: string[];
  /** Id of the next transaction when they were read. */
  next: bigint;
}

/** The replays that wait; null for none. Asked first, because a transaction under a lease costs more. */
export async function waitingReplays(pool: Pool): Promise<WaitingReplays | null> {
  const { rows } = await pool.query<{ request_id: string; next: string }>({
    name: 'waiting-replays',
    text: 'SELECT request_id, pg_snapshot_xmax(pg_current_snapshot())::text AS next FROM webhook_dispatcher.replays',
  });
  const [first] = rows;
  if (first === undefined) return null;
  return { ids: rows.map(({ request_id }) => request_id), next: BigInt(first.next) };
}

/**
 * Processes one chunk of the oldest of some replays: adds the events of its time span that the subscription lists to the ends of
 * their queues, in the order of their publication, as new deliveries.
 * @param lease of the replica that processes replays; null where there is only one process.
 * @param ids of `waitingReplays`, once everything older is published.
 * @param subscriptionOf returns null for a revoked subscription.
 * @returns the replay's subscription; null where none of them is left.
 * @throws LeaseLostError where another replica holds the lease.
 */
export function replayChunk(
  pool: Pool,
  lease: Lease | null,
  ids: readonly string[],
  subscriptionOf: (id: string) => SubscriptionSnapshot | null,
): Promise<string | null> {
  return underLease(pool, lease, async (client) => {
    const { rows } = await client.query<ReplayJob>(
      `SELECT * FROM webhook_dispatcher.replays WHERE request_id = ANY ($1)
       ORDER BY created_at, request_id LIMIT 1 FOR UPDATE`,
      [ids],
    );
    const [job] = rows;
    if (job === undefined) return null;
    const subscription = subscriptionOf(job.subscription_id);
    const candidates = subscription === null ? [] : await candidatesOf(client, job, subscription.project_id);
    const last = candidates.at(-1);
    const wanted = subscription === null ? [] : wantedOf(candidates, job, subscription);
    await insertEntries(client, wanted, { replayId: job.request_id });
    const isLast = last === undefined || candidates.length < CHUNK;
    if (isLast) {
      await client.query('DELETE FROM webhook_dispatcher.replays WHERE request_id = $1', [job.request_id]);
    } else {
      await client.query('UPDATE webhook_dispatcher.replays SET cursor = $2 WHERE request_id = $1', [
        job.request_id,
        last.cursor,
      ]);
    }
    await client.query(
      `UPDATE webhook_dispatcher.replay_progress
       SET planned = planned + $2, complete = $3, updated_at = clock_timestamp() WHERE replay_id = $1`,
      [job.request_id, wanted.length, isLast],
    );
    return job.subscription_id;
  });
}

function wantedOf(
  candidates: readonly Candidate[],
  { from, to }: ReplayJob,
  { id: subscription_id, categories }: SubscriptionSnapshot,
) {
  return candidates
    .filter(({ event_id, type }) => {
      const time = timeOfId(event_id, 'event') ?? 0;
      return time >= from.getTime() && time < to.getTime() && matchesCategory(categories, type);
    })
    .map(({ event_id, day, queue_key, type }) => ({ subscription_id, queue_key, event_id, day, type }));
}

async function candidatesOf(client: PoolClient, job: ReplayJob, projectId: string): Promise<Candidate[]> {
  const { from, to, subscription_id, cursor } = job;
  if (job.only_failed) {
    const { rows } = await client.query<Candidate>(FAILED, [subscription_id, cursor, CHUNK]);
    return rows;
  }
  const [tx = '0', pos = '0'] = cursor === '' ? [] : cursor.split('/');
  const { rows } = await client.query<Candidate>(PUBLISHED, [projectId, tx, pos, from, to, CHUNK]);
  return rows;
}

/** Of what is published after the request, deliveries are planned with all that was known of subscriptions then. */
const PUBLISHED = `SELECT event_id, day::text AS day, subject_id AS queue_key, type, tx || '/' || pos AS cursor
  FROM webhook_dispatcher.published_events
  WHERE project_id = $1 AND (tx, pos) > ($2::xid8, $3::bigint) AND subscription_id IS NULL
    AND day BETWEEN ($4::timestamptz AT TIME ZONE 'UTC')::date AND ($5::timestamptz AT TIME ZONE 'UTC')::date
  ORDER BY tx, pos LIMIT $6`;

/** Exhausted deliveries that were neither retried on request nor replayed since. */
const FAILED = `SELECT failed.event_id, failed.event_day::text AS day, failed.queue_key, failed.type,
    failed.delivery_id AS cursor
  FROM webhook_dispatcher.attempts AS failed
  WHERE failed.subscription_id = $1 AND failed.outcome = 'exhausted' AND failed.delivery_id > $2
    AND NOT EXISTS (
      SELECT FROM webhook_dispatcher.entries AS entry
      WHERE entry.subscription_id = failed.subscription_id AND entry.delivery_id = failed.delivery_id
    )
    AND NOT EXISTS (
      SELECT FROM webhook_dispatcher.attempts AS later
      WHERE later.subscription_id = failed.subscription_id AND later.delivery_id = failed.delivery_id
        AND later.number > failed.number
    )
    AND NOT EXISTS (
      SELECT FROM webhook_dispatcher.attempts AS replay
      WHERE replay.subscription_id = failed.subscription_id AND replay.event_id = failed.event_id
        AND replay.replayed AND replay.delivery_id > failed.delivery_id
    )
  ORDER BY failed.delivery_id LIMIT $3`;
