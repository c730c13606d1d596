import type { VersionedConsumer } from '@service/event-store';

/** SQL expression for how far a consumer is in all partitions that it has ever read, in the snapshot that reads it. */
export function partitionProgressSql({ schema, name }: VersionedConsumer): string {
  return `(SELECT concat_ws('/', count(*), min(horizon), min(epoch), max(epoch))
    FROM ${schema}.partition_positions WHERE consumer = '${name}')`;
}

/**
 * Every event of transactions below this id was applied where such a progress was read; 0 where a partition has not
 * been read yet, or was read under another epoch of the log.
 * @param epoch that the log has reached; 0 where no topic has said it yet, and it is the first.
 */
export function horizonOfPartitions(progress: string, partitions: number, epoch: number): bigint {
  const [count, horizon, lowest, highest] = progress.split('/');
  const isWhole = partitions > 0 && Number(count) >= partitions;
  const isPresent = lowest === highest && Number(highest) === Math.max(1, epoch);
  return isWhole && isPresent && horizon !== undefined ? BigInt(horizon) : 0n;
}
