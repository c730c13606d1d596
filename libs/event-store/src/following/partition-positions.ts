import type { Pool, PoolClient } from 'pg';
import type { RecordedEvent } from '../log/events.js';
import { recordVersionsSql, versionValues, type VersionedConsumer } from './stream-versions.js';

/** How far a consumer has come in one partition of a feed. */
export interface PartitionPosition {
  topic: string;
  partition: number;
  /** Offset of the next message. */
  nextOffset: string;
  /** Every event of transactions below this id that this partition carries has been applied. */
  horizon: string;
  /** Epoch of the log when it was read. */
  epoch: number;
  /** When everything was committed that was read before, in milliseconds since 1970 of the database's clock. */
  currentAt: number;
}

const COLUMNS = `topic, partition, next_offset::text AS "nextOffset", horizon::text, epoch,
  current_at::float8 AS "currentAt"`;

/** The positions of a consumer in every partition that it has ever read. */
export async function readPartitionPositions(
  connection: Pool | PoolClient,
  schema: string,
  consumer: string,
): Promise<PartitionPosition[]> {
  const { rows } = await connection.query<PartitionPosition>({
    name: `${schema}.partition_positions`,
    text: `SELECT ${COLUMNS} FROM ${schema}.partition_positions WHERE consumer = $1`,
    values: [consumer],
  });
  return rows;
}

/**
 * Locks partitions until the end of the transaction, so that one replica at a time applies their events;
 * answers the positions.
 */
export async function lockPartitions(
  client: PoolClient,
  schema: string,
  consumer: string,
  partitions: readonly { topic: string; partition: number }[],
): Promise<PartitionPosition[]> {
  const values = [
    consumer,
    partitions.map(({ topic }) => topic),
    partitions.map(({ partition }) => partition),
  ];
  const wanted = `unnest($2::text[], $3::integer[]) AS wanted(topic, partition)`;
  const locked = async () => {
    // Locks all or none: a replica that holds some while it inserts others could deadlock with one that does
    // the opposite.
    const { rows } = await client.query<PartitionPosition>({
      name: `${schema}.lock_partitions`,
      text: `SELECT ${COLUMNS} FROM ${schema}.partition_positions JOIN ${wanted} USING (topic, partition)
       WHERE consumer = $1 AND (
         SELECT count(*) FROM ${schema}.partition_positions JOIN ${wanted} USING (topic, partition)
         WHERE consumer = $1
       ) = cardinality($2::text[])
       ORDER BY topic, partition FOR UPDATE OF partition_positions`,
      values,
    });
    return rows;
  };
  const rows = await locked();
  if (rows.length === partitions.length) return rows;
  await client.query(
    `INSERT INTO ${schema}.partition_positions (consumer, topic, partition)
     SELECT $1, topic, partition FROM ${wanted} ORDER BY 2, 3 ON CONFLICT DO NOTHING`,
    values,
  );
  return locked();
}

/**
 * Advances positions and stores the versions that are applied, in one statement of the transaction of their effect.
 */
export async function recordProgress(
  client: PoolClient,
  { schema, name }: VersionedConsumer,
  events: readonly RecordedEvent[],
  positions: readonly PartitionPosition[],
): Promise<void> {
  await client.query({
    name: `${schema}.record_progress`,
    text: `WITH versions AS (${recordVersionsSql(schema, 8)}) ${moveSql(schema)}`,
    values: [...valuesOf(name, positions), ...versionValues(events)],
  });
}

/** What a consumer knows once it has stored its positions. */
export interface StoredPositions {
  /** Of every partition. */
  positions: PartitionPosition[];
  /** Whether the replay of a parked stream was requested. */
  isReplayRequested: boolean;
  /** Milliseconds since 1970 of the database's clock. */
  now: number;
}

/**
 * Advances positions and answers those of every partition: one statement, which does not wait for the disk. A crash of the
 * database may undo it.
 */
export async function moveAndReadPartitions(
  connection: Pool | PoolClient,
  schema: string,
  consumer: string,
  positions: readonly PartitionPosition[],
): Promise<StoredPositions> {
  const { rows } = await connection.query<StoredPositions>({
    name: `${schema}.move_and_read_partitions`,
    // The setting holds until the end of the statement's own transaction.
    text: `WITH unforced AS (SELECT set_config('synchronous_commit', 'off', true)),
      moved AS (${moveSql(schema, 'CROSS JOIN unforced')} RETURNING topic, partition, next_offset, horizon, epoch, current_at)
      SELECT coalesce(json_agg(each), '[]') AS positions, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
        EXISTS (SELECT FROM ${schema}.parked_streams WHERE consumer = $1 AND replay_requested) AS "isReplayRequested"
      FROM (
        SELECT ${COLUMNS} FROM moved
        UNION ALL
        SELECT ${COLUMNS} FROM ${schema}.partition_positions AS stored WHERE consumer = $1 AND NOT EXISTS (
          SELECT FROM moved WHERE moved.topic = stored.topic AND moved.partition = stored.partition
        )
      ) AS each`,
    values: valuesOf(consumer, positions),
  });
  return rows[0] as StoredPositions;
}

/**
 * Advances positions in partitions. Within an epoch a horizon never goes back, nor does the epoch, nor a time, unless the
 * database's clock was set back behind it; a horizon and a time of an earlier epoch are ignored.
 * @param joined SQL that must be evaluated first.
 */
function moveSql(schema: string, joined = ''): string {
  return `INSERT INTO ${schema}.partition_positions AS stored
       (consumer, topic, partition, next_offset, horizon, epoch, current_at)
     SELECT $1, given.* FROM unnest($2::text[], $3::integer[], $4::bigint[], $5::xid8[], $6::integer[], $7::bigint[])
       AS given(topic, partition, next_offset, horizon, epoch, current_at) ${joined} ORDER BY topic, partition
     ON CONFLICT (consumer, topic, partition) DO UPDATE SET
       next_offset = greatest(stored.next_offset, excluded.next_offset),
       current_at = CASE WHEN excluded.epoch < stored.epoch THEN stored.current_at
         WHEN excluded.epoch > stored.epoch OR stored.current_at > extract(epoch FROM clock_timestamp()) * 1000
           THEN excluded.current_at
         ELSE greatest(stored.current_at, excluded.current_at) END,
       horizon = CASE WHEN excluded.epoch > stored.epoch THEN excluded.horizon
         WHEN excluded.epoch < stored.epoch THEN stored.horizon
         ELSE greatest(stored.horizon, excluded.horizon) END,
       epoch = greatest(stored.epoch, excluded.epoch)`;
}

function valuesOf(consumer: string, positions: readonly PartitionPosition[]): unknown[] {
  return [
    consumer,
    positions.map(({ topic }) => topic),
    positions.map(({ partition }) => partition),
    positions.map(({ nextOffset }) => nextOffset),
    positions.map(({ horizon }) => horizon),
    positions.map(({ epoch }) => epoch),
    positions.map(({ currentAt }) => Math.floor(currentAt)),
  ];
}
