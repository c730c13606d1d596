import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Amounts } from '@service/platform/batching';
import type { Logger } from '@service/platform/logging';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import { Pool } from 'pg';
import { LOGGER } from '../infrastructure/injection-tokens.js';
import type { PositionKey } from '../interface/inputs/cursors.js';
import { newestPositions } from './newest-positions.js';

/** Milliseconds between two looks for new events. */
const LOOK_EVERY = 200;
/** Milliseconds between two checks of whether a caller may still wait. */
const CHECK_EVERY = 1_000;
/** Most callers that wait at a time, of all projects and of one: more would cost the other callers. */
const MOST_WAITING = 1_000;
const MOST_OF_PROJECT = 100;

/** A caller who waits. */
export interface Waiter {
  /** Milliseconds. */
  wait: number;
  /** Milliseconds before an event may wake the caller, so that not every event costs a query. */
  rest: number;
  /** @throws ServiceError where the caller may not wait any more. */
  check: () => void;
  /**
   * Calls a listener once the caller has gone away, but never before `onGone` has returned.
   * @returns a function that removes the listener.
   */
  onGone: (listener: () => void) => () => void;
}

/** A caller's place among those that wait. */
export interface WaitingPlace {
  /**
   * Resolves when the project has an event after a position; otherwise when the time is over, when the caller has gone
   * away or when the service stops.
   * @returns whether there is such an event.
   * @throws what the caller’s check throws.
   */
  untilAfter(position: PositionKey, waiter: Waiter): Promise<boolean>;
  leave(): void;
}

interface Waiting {
  projectId: string;
  after: PositionKey;
  restsUntil: number;
  check: () => void;
  checkedAt: number;
  end: (outcome: { isThere: boolean } | { error: unknown }) => void;
}

/** Looks for new events with one query for all waiting callers. */
@Injectable()
export class EventWatch implements OnModuleInit, OnModuleDestroy {
  private readonly waiting = new Set<Waiting>();
  private readonly taken = new Amounts<string>();
  private stopped = false;
  private readonly task: PeriodicTask;

  constructor(
    private readonly pool: Pool,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new PeriodicTask(
      () => this.look(),
      LOOK_EVERY,
      new OutageLog(logger, 'Looking for new events'),
    );
  }

  onModuleInit(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stop();
    await this.task.stop();
  }

  /** Ends all waits and allows no new ones. */
  stop(): void {
    this.stopped = true;
    for (const { end } of this.waiting) end({ isThere: false });
  }

  /** A place to wait in, which its holder must leave; null where too many wait, and while the service stops. */
  take(projectId: string): WaitingPlace | null {
    const isFull = this.taken.of(projectId) >= MOST_OF_PROJECT || this.taken.all >= MOST_WAITING;
    if (this.stopped || isFull) return null;
    this.taken.add(projectId, 1);
    return {
      untilAfter: (position, waiter) => this.untilAfter(projectId, position, waiter),
      leave: () => this.taken.add(projectId, -1),
    };
  }

  private untilAfter(
    projectId: string,
    after: PositionKey,
    { wait, rest, check, onGone }: Waiter,
  ): Promise<boolean> {
    if (this.stopped || wait <= 0) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const now = performance.now();
      const waiting: Waiting = {
        projectId,
        after,
        restsUntil: now + rest,
        check,
        checkedAt: now,
        end: (outcome) => {
          if (!this.waiting.delete(waiting)) return;
          clearTimeout(timer);
          forget();
          if ('error' in outcome) reject(outcome.error as Error);
          else resolve(outcome.isThere);
        },
      };
      this.waiting.add(waiting);
      this.task.wake(LOOK_EVERY);
      const giveUp = () => waiting.end({ isThere: false });
      const timer = setTimeout(giveUp, wait);
      const forget = onGone(giveUp);
    });
  }

  /** Wakes the callers whose projects have a newer event; answers an infinite time where nobody waits. */
  private async look(): Promise<number | undefined> {
    if (this.waiting.size === 0) return Infinity;
    this.checkAll(performance.now());
    const projects = [...new Set([...this.waiting].map(({ projectId }) => projectId))];
    const newest = await newestPositions(this.pool, projects);
    const now = performance.now();
    for (const { projectId, after, restsUntil, end } of this.waiting) {
      if (now < restsUntil) continue;
      const position = newest.get(projectId);
      if (position !== undefined && isAfter(position, after)) end({ isThere: true });
    }
    return undefined;
  }

  private checkAll(now: number): void {
    for (const each of this.waiting) {
      if (now - each.checkedAt < CHECK_EVERY) continue;
      each.checkedAt = now;
      try {
        each.check();
      } catch (error) {
        each.end({ error });
      }
    }
  }
}

function isAfter([tx, pos]: PositionKey, [afterTx, afterPos]: PositionKey): boolean {
  const [left, right] = [BigInt(tx), BigInt(afterTx)];
  return left > right || (left === right && BigInt(pos) > BigInt(afterPos));
}
