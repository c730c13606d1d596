import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { LogFollower, type FollowerOptions } from './log-follower.js';
import { BEGINNING, type Position } from '../log/position.js';
import {
  PositionMovedError,
  moveWithEffect,
  movingPosition,
  readPosition,
  type Effect,
} from './positions.js';
import { UNFORCED } from './transaction.js';

/** Most events without an effect that a start reads again. */
const MOST_PASSED = 1_000;

/**
 * Most events of a batch while its consumer is behind. Each batch takes some round trips, each of which waits for a turn of a busy
 * event loop, however many events it has.
 */
const LARGEST_BATCH = 2_000;

/** What a batch does in the transaction that moves the position. */
export type Work = (client: PoolClient) => Promise<void>;

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
  /**
   * Whether an event has an effect. Where no event of a batch has, its position is not stored, which saves a commit;
   * these events are read again after a start or a failure.
   */
  concerns?(event: RecordedEvent): boolean;
  /** Applies a batch, in the transaction that also moves the position. */
  apply(client: PoolClient, events: RecordedEvent[]): Promise<void>;
  /**
   * Called before the transaction of a batch, where one process applies all: its effect as one statement, which then moves the
   * position as well, or what `apply` would do; null for `apply` itself.
   */
  effect?(events: RecordedEvent[]): Promise<Effect | Work | null>;
  /** Called after the commit. */
  applied?(events: RecordedEvent[]): void;
  /** Called when something else, such as a rebuild, moved the position: the consumer's caches may be stale. */
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
  mostPassed = MOST_PASSED,
): LogFollower {
  const begin = consumer.repeatable ? UNFORCED : 'BEGIN';
  const { schema, name } = consumer;
  /** The stored position, and how many events were passed since then without an effect. */
  let stored: Position = BEGINNING;
  let passed = 0;
  return new LogFollower(
    log,
    {
      async position() {
        stored = await readPosition(pool, schema, name);
        passed = 0;
        return stored;
      },
      async apply(events, _, to) {
        passed += events.length;
        if (passed < mostPassed && !events.some((event) => consumer.concerns?.(event) ?? true)) return;
        await requirePrepared(consumer);
        try {
          const move = { schema, consumer: name, from: stored, to };
          const effect =
            (await consumer.effect?.(events)) ?? ((client: PoolClient) => consumer.apply(client, events));
          if (typeof effect === 'function') await movingPosition(pool, begin, move, effect);
          else await moveWithEffect(pool, move, effect, !consumer.repeatable);
          stored = to;
          passed = 0;
        } catch (error) {
          if (error instanceof PositionMovedError) consumer.moved?.();
          throw error;
        }
        consumer.applied?.(events);
      },
    },
    { largestBatch: LARGEST_BATCH, ...options },
  );
}
