import {
  BEGINNING,
  atEpoch,
  inTransaction,
  lockPartitions,
  movePartitions,
  readPartitionPositions,
  recordVersions,
  requirePrepared,
  selectNewer,
  type EventLog,
  type PartitionPosition,
  type RecordedEvent,
} from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import type { Pool, PoolClient } from 'pg';
import type { SharedConsumer } from '../../events/event-feed.js';
import type { TopicPartition } from '../topic-partitions.js';
import { catchUpFromLog } from './log-catch-up.js';
import { Parking } from './parking.js';
import { partitionProgressSql } from './partition-progress.js';

/**
 * The tables of a consumer that all replicas share. Effect, stream versions and positions are committed
 * together; whoever applies holds the rows of the partitions, so that of two replicas that both believe to own
 * one the second finds nothing newer.
 */
export class SharedTables {
  readonly parking: Parking;
  private readonly order = new SerialByKey();

  constructor(
    private readonly pool: Pool,
    private readonly source: EventLog,
    private readonly consumer: SharedConsumer,
  ) {
    this.parking = new Parking(pool, consumer);
  }

  positions(): Promise<PartitionPosition[]> {
    return readPartitionPositions(this.pool, this.consumer.schema, this.consumer.name);
  }

  /** How far the tables are now, as `partitionProgressSql` says it. */
  async progress(): Promise<string> {
    const { rows } = await this.pool.query<{ progress: string }>({
      name: `${this.consumer.schema}.${this.consumer.name}.progress`,
      text: `SELECT ${partitionProgressSql(this.consumer)} AS progress`,
    });
    return rows[0]?.progress ?? '';
  }

  /** Moves on where there was nothing to apply. */
  move(positions: readonly PartitionPosition[]): Promise<void> {
    return movePartitions(this.pool, this.consumer.schema, this.consumer.name, positions);
  }

  /** Applies what is newer among the events of some partitions, and moves their positions. */
  apply(events: readonly RecordedEvent[], positions: readonly PartitionPosition[]): Promise<void> {
    return this.change(positions, async (client) => {
      const newer = await this.applyNewer(client, events);
      await movePartitions(client, this.consumer.schema, this.consumer.name, positions);
      return newer;
    });
  }

  /**
   * Applies from the event table whatever came since the lowest horizon of all partitions, without waiting
   * for the topics. Replicas that do so at the same time wait for each other.
   */
  async readLog(partitions: readonly TopicPartition[], epoch: number): Promise<void> {
    const at = Date.now();
    const positions = await this.positions();
    const everywhere = positions.length >= partitions.length;
    const lowest = positions.map(({ horizon }) => BigInt(horizon)).sort((a, b) => (a < b ? -1 : 1))[0];
    const from = everywhere && lowest !== undefined ? lowest : 0n;
    // Where no topic has said its epoch yet it is the first, or what another replica has heard.
    const known = Math.max(1, epoch, ...positions.map((position) => position.epoch));
    const reached = await catchUpFromLog(this.source, from, (events) =>
      this.change(partitions, (client, latest) =>
        this.applyNewer(client, atEpoch(events, Math.max(known, latest))),
      ),
    );
    const current = { nextOffset: '0', horizon: `${reached}`, epoch: known, currentAt: at };
    await this.move(partitions.map((partition) => ({ ...partition, ...current })));
  }

  /**
   * Makes the tables anew where the consumer can, because the log went back in time; one replica does it, and
   * the others find it done. Held is a lock of the transaction's, which is under no snapshot and stops no tail.
   */
  raise(epoch: number): Promise<void> {
    // One at a time: all partitions hear of it at once, and whoever waits for the lock holds a connection.
    return this.order.run('raise', () => this.raiseNow(epoch));
  }

  private async raiseNow(epoch: number): Promise<void> {
    const { schema, name, rebuild } = this.consumer;
    await inTransaction(this.pool, 'BEGIN', async (client) => {
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
        `raise:${schema}.${name}`,
      ]);
      const positions = await this.positions();
      if (positions.some((position) => position.epoch >= epoch)) return;
      const { horizon } = await this.source.readAll(BEGINNING, 1);
      await rebuild?.(epoch);
      // From the lowest horizon on the log is read again, under the new epoch; its transactions may have lower
      // ids by now than were seen before it went back.
      const raised = positions.map((position) => ({
        ...position,
        epoch,
        horizon: BigInt(position.horizon) < horizon ? position.horizon : `${horizon}`,
      }));
      await this.move(raised);
    });
  }

  /** Tries a parked stream again. Rejects with what stands in its way, and it stays parked. */
  replay(streamId: string, partitions: readonly TopicPartition[], epoch: number): Promise<void> {
    return this.change(partitions, async (client, latest) => {
      const version = await this.parking.unpark(client, streamId);
      const missing = await this.source.readAfter(new Map([[streamId, version]]), client);
      return this.applyNewer(client, atEpoch(missing, Math.max(1, epoch, latest)));
    });
  }

  private async change(
    partitions: readonly TopicPartition[],
    work: (client: PoolClient, latestEpoch: number) => Promise<RecordedEvent[]>,
  ): Promise<void> {
    const { consumer } = this;
    await requirePrepared(consumer);
    const begin = consumer.repeatable ? 'BEGIN; SET LOCAL synchronous_commit = off' : 'BEGIN';
    const newer = await inTransaction(this.pool, begin, async (client) => {
      const locked = await lockPartitions(client, consumer.schema, consumer.name, partitions);
      return work(client, Math.max(...locked.map(({ epoch }) => epoch)));
    });
    if (newer.length > 0) consumer.applied?.(newer);
  }

  private async applyNewer(client: PoolClient, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    const newer = await selectNewer(client, this.source, this.consumer, events);
    if (newer.length > 0) await this.consumer.apply(client, newer);
    await recordVersions(client, this.consumer, newer);
    return newer;
  }
}
