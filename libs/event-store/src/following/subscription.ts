import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { LogFollower, type FollowerOptions } from './log-follower.js';
import { PositionMovedError, movingPosition, readPosition } from './positions.js';

/** Applies a log's events to its tables. */
export interface Consumer {
  name: string;
  /** Schema of the consumer's tables, `positions` among them. */
  schema: string;
  /**
   * Called before the transaction that applies a batch. Waiting inside the transaction would hold back every
   * follower of the server. Where it answers false, the batch is read again.
   */
  prepare?(): Promise<boolean>;
  /** Applies a batch, in the transaction that also moves the position. */
  apply(client: PoolClient, events: RecordedEvent[]): Promise<void>;
  /** Called after the commit. */
  applied?(events: RecordedEvent[]): void;
  /**
   * Called where something else moved the position, as a rebuild does: what the consumer has cached may be
   * stale.
   */
  moved?(): void;
  /**
   * Whether effects can be rebuilt from the log. Then a commit need not reach the disk before the next batch: a
   * crash loses effect and position together.
   */
  repeatable: boolean;
}

/** Thrown where a consumer is not ready for a batch. */
export class NotPreparedError extends Error {
  override readonly name = 'NotPreparedError';
}

/** @throws NotPreparedError where the consumer is not ready for a batch. */
export async function requirePrepared(consumer: Pick<Consumer, 'name' | 'prepare'>): Promise<void> {
  if ((await consumer.prepare?.()) === false)
    throw new NotPreparedError(`${consumer.name} is not ready for a batch yet.`);
}

/** Follows a log with a position that is committed in the transaction of each batch's effect. */
export function subscribe(
  pool: Pool,
  log: EventLog,
  consumer: Consumer,
  options: FollowerOptions = {},
): LogFollower {
  const begin = consumer.repeatable ? 'BEGIN; SET LOCAL synchronous_commit = off' : 'BEGIN';
  return new LogFollower(
    log,
    {
      position: () => readPosition(pool, consumer.schema, consumer.name),
      async apply(events, from, to) {
        await requirePrepared(consumer);
        const { schema, name } = consumer;
        try {
          await movingPosition(pool, begin, { schema, consumer: name, from, to }, (client) =>
            consumer.apply(client, events),
          );
        } catch (error) {
          if (error instanceof PositionMovedError) consumer.moved?.();
          throw error;
        }
        consumer.applied?.(events);
      },
    },
    options,
  );
}
