import {
  BEGINNING,
  ReadMoments,
  atEpoch,
  inTransaction,
  lockPartitions,
  moveAndReadPartitions,
  readPartitionPositions,
  recordProgress,
  recordVersions,
  requirePrepared,
  selectNewer,
  type EventLog,
  type PartitionPosition,
  type RecordedEvent,
  type StoredPositions,
} from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import type { Pool, PoolClient } from 'pg';
import type { SharedConsumer } from '../../events/event-feed.js';
import { partitionKey, type TopicPartition } from '../topic-partitions.js';
import { catchUpFromLog } from './log-catch-up.js';
import { Parking } from './parking.js';
import { positionsOf } from './partition-progress.js';

/**
 * The tables of a consumer that all replicas share. Effect, stream versions and positions are committed
 * together. A replica locks the rows of its partitions to apply, and so the second of two replicas that both
 * think that they own a partition finds nothing newer.
 */
export class SharedTables {
  readonly parking: Parking;
  private readonly order = new SerialByKey();
  private moments = new ReadMoments();

  constructor(
    private readonly pool: Pool,
    private readonly source: EventLog,
    private readonly consumer: SharedConsumer,
    /** Without a limit of time: a rebuild by another replica is waited for. */
    private readonly patientPool = pool,
  ) {
    this.parking = new Parking(pool, consumer);
  }

  positions(): Promise<PartitionPosition[]> {
    return readPartitionPositions(this.pool, this.consumer.schema, this.consumer.name);
  }

  /**
   * Stores positions where there was nothing to apply, and answers those of every partition. A crash of the database may
   * lose them, which loses no event.
   */
  move(positions: readonly PartitionPosition[]): Promise<StoredPositions> {
    const { schema, name } = this.consumer;
    return moveAndReadPartitions(this.pool, schema, name, positions);
  }

  /** Applies the newer ones among the events of some partitions, and stores the partitions' positions. */
  apply(events: readonly RecordedEvent[], positions: readonly PartitionPosition[]): Promise<void> {
    return this.change(positions, async (client) => {
      const newer = await this.applyNewer(client, events);
      await recordProgress(client, this.consumer, newer, positions);
      return newer;
    });
  }

  /**
   * Applies everything since the lowest horizon of all partitions from the event table, without waiting for the
   * topics. Concurrent replicas wait for each other.
   */
  async readLog(partitions: readonly TopicPartition[], epoch: number): Promise<PartitionPosition[]> {
    const stored = await this.positions();
    const positions = positionsOf(partitions, stored);
    const everywhere = positions.length >= partitions.length;
    const lowest = positions.map(({ horizon }) => BigInt(horizon)).sort((a, b) => (a < b ? -1 : 1))[0];
    const from = everywhere && lowest !== undefined ? lowest : 0n;
    // Where no topic has brought an epoch yet, it is the first, or one that another replica has stored.
    const known = Math.max(1, epoch, ...positions.map((position) => position.epoch));
    const take = (events: readonly RecordedEvent[]) =>
      this.change(partitions, (client, latest) =>
        this.applyRead(client, atEpoch(events, Math.max(known, latest))),
      );
    const { moments } = this;
    const reached = await catchUpFromLog(this.source, from, take, moments);
    const currentAt = moments.newest?.readAt ?? 0;
    const current = { nextOffset: '0', horizon: `${reached}`, epoch: known, currentAt };
    // Also moves the positions of removed partitions: nothing else does, and readers of the tables use the lowest
    // position.
    const all = new Map([...stored, ...partitions].map((each) => [partitionKey(each), each]));
    const moved = await this.move(
      [...all.values()].map(({ topic, partition }) => ({ topic, partition, ...current })),
    );
    return moved.positions;
  }

  /**
   * Rebuilds the tables where the consumer can, because the log went back in time. One replica does it, under
   * an advisory lock of its transaction; the others find it done. The transaction holds no snapshot while it
   * waits, and so holds back no follower.
   */
  raise(epoch: number): Promise<void> {
    // One at a time: all partitions bring the new epoch at once, and each waiter for the lock holds a
    // connection.
    return this.order.run('raise', () => this.raiseNow(epoch));
  }

  private async raiseNow(epoch: number): Promise<void> {
    const { schema, name, rebuild } = this.consumer;
    await inTransaction(this.patientPool, 'BEGIN', async (client) => {
      // Lifts the role's limits, because it waits for a rebuild. Servers before 17 have no `transaction_timeout`.
      await client.query(
        `SELECT set_config(name, '0', true) FROM pg_settings
         WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout', 'transaction_timeout')`,
      );
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
        `raise:${schema}.${name}`,
      ]);
      const positions = await this.positions();
      if (positions.some((position) => position.epoch >= epoch)) return;
      this.moments = new ReadMoments();
      const { horizon } = await this.source.readAll(BEGINNING, 1);
      await rebuild?.(epoch);
      // The log is read again from the lowest horizon, under the new epoch. Transaction ids after the restore
      // may be lower than those seen before it.
      const raised = positions.map((position) => ({
        ...position,
        epoch,
        horizon: BigInt(position.horizon) < horizon ? position.horizon : `${horizon}`,
      }));
      await this.move(raised);
    });
  }

  /**
   * Replays a parked stream. Where it fails, the stream stays parked.
   * @throws the error of the event that cannot be applied.
   */
  replay(streamId: string, partitions: readonly TopicPartition[], epoch: number): Promise<void> {
    return this.change(partitions, async (client, latest) => {
      const version = await this.parking.unpark(client, streamId);
      const missing = await this.source.readAfter(new Map([[streamId, version]]), client);
      return this.applyRead(client, atEpoch(missing, Math.max(1, epoch, latest)));
    });
  }

  private async change(
    partitions: readonly TopicPartition[],
    work: (client: PoolClient, latestEpoch: number) => Promise<RecordedEvent[]>,
  ): Promise<void> {
    const { consumer } = this;
    await requirePrepared(consumer);
    // Commits durably, although events could be applied again: the reader does not return to them, and after a crash of
    // the database its next heartbeat would raise the horizon of tables that lost them.
    const newer = await inTransaction(this.pool, 'BEGIN', async (client) => {
      const locked = await lockPartitions(client, consumer.schema, consumer.name, partitions);
      return work(client, Math.max(...locked.map(({ epoch }) => epoch)));
    });
    if (newer.length > 0) consumer.applied?.(newer);
  }

  /** Applies events that were read from the log, which move no position. */
  private async applyRead(client: PoolClient, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    const newer = await this.applyNewer(client, events);
    await recordVersions(client, this.consumer, newer);
    return newer;
  }

  private async applyNewer(client: PoolClient, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    const newer = await selectNewer(client, this.source, this.consumer, events);
    if (newer.length > 0) await this.consumer.apply(client, newer);
    return newer;
  }
}
