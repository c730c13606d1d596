import type { PartitionPosition, VersionedConsumer } from '@service/event-store';
import { partitionKey, type TopicPartition } from '../topic-partitions.js';

/**
 * SQL expression for the progress of a consumer in all partitions that it has ever read, in the snapshot that
 * reads it.
 */
export function partitionProgressSql({ schema, name }: VersionedConsumer): string {
  return `(SELECT concat_ws('/', count(*), min(horizon), min(epoch), max(epoch))
    FROM ${schema}.partition_positions WHERE consumer = '${name}')`;
}

/**
 * The positions of partitions that exist. A topic that was made again with fewer partitions leaves positions of the others,
 * which no message moves.
 */
export function positionsOf(
  partitions: readonly TopicPartition[],
  positions: readonly PartitionPosition[],
): PartitionPosition[] {
  const existing = new Set(partitions.map(partitionKey));
  return positions.filter((position) => existing.has(partitionKey(position)));
}

/** The text that `partitionProgressSql` would give, from positions that one statement has read. */
export function progressIn(positions: readonly PartitionPosition[]): string {
  if (positions.length === 0) return '0';
  const horizons = positions.map(({ horizon }) => BigInt(horizon));
  const lowest = horizons.reduce((least, each) => (each < least ? each : least));
  const epochs = positions.map(({ epoch }) => epoch);
  return [positions.length, lowest, Math.min(...epochs), Math.max(...epochs)].join('/');
}

/**
 * Every event of transactions below this id had been applied when the progress was read; 0 where a partition
 * has not been read, or was read under another epoch of the log.
 * @param epoch of the log; 0 where no topic has brought one yet, which means the first.
 */
export function horizonOfPartitions(progress: string, partitions: number, epoch: number): bigint {
  const [count, horizon, lowest, highest] = progress.split('/');
  const isWhole = partitions > 0 && Number(count) >= partitions;
  const isPresent = lowest === highest && Number(highest) === Math.max(1, epoch);
  return isWhole && isPresent && horizon !== undefined ? BigInt(horizon) : 0n;
}
