import { underLease, type Lease } from '@service/event-store';
import { digestBytes, digestText, sealText, type SealPlace, type SealedLane } from '@service/evidence';
import type { SealHistory } from '@service/contracts';
import type { Pool, PoolClient } from 'pg';

/** Thrown if another gateway has written a seal with that number meanwhile. */
export class SealedMeanwhileError extends Error {
  override readonly name = 'SealedMeanwhileError';
}

/**
 * Stores a seal over some lanes, and how far it seals each of them, in one transaction.
 * @throws SealedMeanwhileError
 * @throws LeaseLostError
 */
export async function writeSeal(
  pool: Pool,
  lease: Lease | null,
  lanes: readonly SealedLane[],
  place: SealPlace,
): Promise<SealHistory> {
  const { number } = place;
  const text = sealText(lanes, place);
  const digest = digestText(text);
  await underLease(pool, lease, async (client) => {
    const { rowCount } = await client.query(
      'INSERT INTO verify_api.history_seals (number, text, digest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [number, text, digest],
    );
    if (rowCount !== 1) throw new SealedMeanwhileError(`Seal ${number} of the history exists already.`);
    await storeLanes(client, number, lanes);
  });
  return { number, digest };
}

/** Locks lanes in the same order as the count of usage does, so that the two do not deadlock. */
async function storeLanes(client: PoolClient, seal: number, lanes: readonly SealedLane[]): Promise<void> {
  await client.query(
    `WITH moved AS (
       SELECT * FROM unnest($2::date[], $3::text[], $4::text[], $5::bigint[], $6::bytea[])
         AS moved (day, project_id, writer, count, head)
     ), kept AS (
       INSERT INTO verify_api.history_sealed_lanes (seal, day, project_id, writer, count, head)
       SELECT $1::integer, day, project_id, writer, count, head FROM moved
     ), locked AS (
       SELECT lane.day, lane.project_id, lane.writer, moved.count
       FROM moved JOIN verify_api.lanes AS lane USING (day, project_id, writer)
       ORDER BY lane.day, lane.project_id, lane.writer FOR UPDATE OF lane
     )
     UPDATE verify_api.lanes AS lane SET sealed = locked.count FROM locked
     WHERE lane.day = locked.day AND lane.project_id = locked.project_id AND lane.writer = locked.writer`,
    [
      seal,
      lanes.map(({ day }) => day),
      lanes.map(({ project_id }) => project_id),
      lanes.map(({ writer }) => writer),
      lanes.map(({ count }) => count),
      lanes.map(({ head }) => digestBytes(head)),
    ],
  );
}
