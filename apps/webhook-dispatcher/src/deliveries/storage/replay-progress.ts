import type { PoolClient } from 'pg';

/** Numbers to add to a replay's ended deliveries; negative for revived ones. */
export interface EndedInReplay {
  replay_id: string;
  succeeded: number;
  exhausted: number;
}

/**
 * Counts deliveries of replays. Call it last in a transaction: every transaction locks queues before the progress of
 * replays, so that none deadlocks.
 */
export async function countInReplays(client: PoolClient, ended: readonly EndedInReplay[]): Promise<void> {
  if (ended.length === 0) return;
  const sums = sumByReplay(ended);
  await client.query({
    name: 'count-in-replays',
    text: COUNT,
    values: [
      sums.map(({ replay_id }) => replay_id),
      sums.map(({ succeeded }) => succeeded),
      sums.map(({ exhausted }) => exhausted),
    ],
  });
}

/** Adds up the counts of each replay, as the statement can change each row only once. */
function sumByReplay(ended: readonly EndedInReplay[]): EndedInReplay[] {
  const sums = new Map<string, EndedInReplay>();
  for (const { replay_id, succeeded, exhausted } of ended) {
    const sum = sums.get(replay_id) ?? { replay_id, succeeded: 0, exhausted: 0 };
    sums.set(replay_id, sum);
    sum.succeeded += succeeded;
    sum.exhausted += exhausted;
  }
  return [...sums.values()];
}

const COUNT = `WITH locked AS (
    SELECT progress.replay_id, ended.succeeded, ended.exhausted
    FROM unnest($1::text[], $2::integer[], $3::integer[]) AS ended (replay_id, succeeded, exhausted)
    JOIN webhook_dispatcher.replay_progress AS progress ON progress.replay_id = ended.replay_id
    ORDER BY progress.replay_id FOR UPDATE OF progress
  )
  UPDATE webhook_dispatcher.replay_progress AS progress
  SET succeeded = progress.succeeded + locked.succeeded, exhausted = progress.exhausted + locked.exhausted,
    updated_at = clock_timestamp()
  FROM locked WHERE progress.replay_id = locked.replay_id`;
