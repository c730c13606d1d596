import { inTransaction } from '@service/event-store';
import type { Pool, PoolClient } from 'pg';
import { countableEntries } from './countable-entries.js';

/** Most blocks that are counted in one transaction. */
export const MOST_BLOCKS = 500;

interface UncountedBlock {
  project_id: string;
  writer: string;
  counted: string;
  last_sequence: string;
  last_at: Date;
  line_count: number;
  tally: unknown;
}

/** Thrown if another process has counted the lanes meanwhile: the batch is rolled back. */
export class CountedMeanwhileError extends Error {
  override readonly name = 'CountedMeanwhileError';
}

/**
 * Counts the uncounted blocks of a day, up to a limit, and stores in the same transaction which are counted: each block
 * is counted exactly once, also after an interruption.
 * @returns how many blocks were counted; fewer than the limit when all that it found are counted.
 * @throws CountedMeanwhileError
 */
export async function countBlocks(pool: Pool, day: string, mostBlocks = MOST_BLOCKS): Promise<number> {
  const blocks = await readUncounted(pool, day, mostBlocks);
  if (blocks.length === 0) return 0;
  const tallies = blocks.map((block) => JSON.stringify(countableEntries(block)));
  await inTransaction(pool, 'BEGIN', async (client) => {
    await raiseLanes(client, day, blocks);
    await addUsage(client, blocks, tallies);
    await raiseLastUses(client, blocks, tallies);
  });
  return blocks.length;
}

/** The blocks of each lane after the last counted one, in order. */
async function readUncounted(pool: Pool, day: string, most: number): Promise<UncountedBlock[]> {
  const { rows } = await pool.query<UncountedBlock>(
    `SELECT lane.project_id, lane.writer, lane.counted, block.last_sequence, block.last_at, block.line_count, block.tally
     FROM verify_api.lanes AS lane
     CROSS JOIN LATERAL (
       SELECT sequence + line_count - 1 AS last_sequence, last_at, line_count, tally FROM verify_api.interactions
       WHERE day = $1 AND project_id = lane.project_id AND writer = lane.writer AND sequence > lane.counted
       ORDER BY sequence LIMIT $2
     ) AS block
     WHERE lane.day = $1 AND NOT lane.closed
     ORDER BY lane.project_id, lane.writer, block.last_sequence LIMIT $2`,
    [day, most],
  );
  return rows;
}

async function raiseLanes(client: PoolClient, day: string, blocks: readonly UncountedBlock[]): Promise<void> {
  const lanes = new Map(blocks.map((block) => [`${block.project_id} ${block.writer}`, block]));
  // All processes that count lock in the same order, so that they do not deadlock.
  const raised = [...lanes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, block]) => block);
  const { rowCount } = await client.query(
    `UPDATE verify_api.lanes AS lane SET counted = raised.last
     FROM (
       SELECT locked.day, locked.project_id, locked.writer, wanted.last
       FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS wanted (project_id, writer, counted, last)
       JOIN verify_api.lanes AS locked
         ON locked.day = $1 AND locked.project_id = wanted.project_id AND locked.writer = wanted.writer
           AND locked.counted = wanted.counted
       ORDER BY locked.project_id, locked.writer FOR UPDATE OF locked
     ) AS raised
     WHERE lane.day = raised.day AND lane.project_id = raised.project_id AND lane.writer = raised.writer`,
    [
      day,
      raised.map(({ project_id }) => project_id),
      raised.map(({ writer }) => writer),
      raised.map(({ counted }) => counted),
      raised.map(({ last_sequence }) => last_sequence),
    ],
  );
  if (rowCount !== raised.length)
    throw new CountedMeanwhileError('Another process has counted the lanes meanwhile.');
}

/** Totals, which every report reads, and details, which few reports read, in one statement. */
async function addUsage(
  client: PoolClient,
  blocks: readonly UncountedBlock[],
  tallies: readonly string[],
): Promise<void> {
  await client.query(
    `WITH entry AS (
       SELECT project_id, hour, operation, outcome, coalesce(credential_id, '') AS credential_id,
         coalesce(error_code, '') AS error_code, requests, items
       FROM unnest($1::text[], $2::json[]) AS block (project_id, tally),
         json_to_recordset(tally) AS entry (hour timestamptz, operation text, outcome text, credential_id text,
           error_code text, requests bigint, items bigint)
     ), detailed AS (
       INSERT INTO verify_api.usage_details AS usage
         (project_id, hour, operation, outcome, credential_id, error_code, requests, items)
       SELECT project_id, hour, operation, outcome, credential_id, error_code, sum(requests), sum(items)
       FROM entry GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
       ON CONFLICT (project_id, hour, operation, outcome, credential_id, error_code)
         DO UPDATE SET requests = usage.requests + excluded.requests, items = usage.items + excluded.items
     )
     INSERT INTO verify_api.usage AS usage (project_id, hour, operation, outcome, requests, items)
     SELECT project_id, hour, operation, outcome, sum(requests), sum(items)
     FROM entry GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (project_id, hour, operation, outcome)
       DO UPDATE SET requests = usage.requests + excluded.requests, items = usage.items + excluded.items`,
    [blocks.map(({ project_id }) => project_id), tallies],
  );
}

/** To the minute: a credential in constant use costs one write a minute. */
async function raiseLastUses(
  client: PoolClient,
  blocks: readonly UncountedBlock[],
  tallies: readonly string[],
): Promise<void> {
  await client.query(
    `INSERT INTO verify_api.credential_uses AS use (credential_id, last_used_at)
     SELECT credential_id, date_trunc('minute', max(last_at))
     FROM unnest($1::timestamptz[], $2::json[]) AS block (last_at, tally),
       json_to_recordset(tally) AS entry (credential_id text)
     WHERE credential_id IS NOT NULL GROUP BY 1 ORDER BY 1
     ON CONFLICT (credential_id) DO UPDATE SET last_used_at = excluded.last_used_at
       WHERE use.last_used_at < excluded.last_used_at`,
    [blocks.map(({ last_at }) => last_at), tallies],
  );
}
