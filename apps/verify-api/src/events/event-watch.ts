import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
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
/** Callers that wait at a time, of all projects and of one: waiting costs others nothing only while these are few. */
const MOST_WAITING = 1_000;
const MOST_OF_PROJECT = 100;

/** A caller who waits. */
export interface Waiter {
  /** Milliseconds. */
  wait: number;
  /** Milliseconds in which no event wakes the caller, so that a filter that fits none of many is not asked for each. */
  rest: number;
  /** @throws ServiceError where the caller may not wait any more. */
  check: () => void;
  /**
   * Calls a listener once the caller has gone away, but never before it returns.
   * @returns what forgets the listener.
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

/** Looks for new events on behalf of all callers who wait for some: one query for all of them. */
@Injectable()
export class EventWatch implements OnModuleInit, OnModuleDestroy {
  private readonly waiting = new Set<Waiting>();
  private readonly taken = new Map<string, number>();
  private allTaken = 0;
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

  /** Ends all waits, and lets nobody wait any more. */
  stop(): void {
    this.stopped = true;
    for (const { end } of this.waiting) end({ isThere: false });
  }

  /** A place to wait in; null where too many wait, and while the service stops. Leave it in the end. */
  take(projectId: string): WaitingPlace | null {
    const ofProject = this.taken.get(projectId) ?? 0;
    if (this.stopped || ofProject >= MOST_OF_PROJECT || this.allTaken >= MOST_WAITING) return null;
    this.taken.set(projectId, ofProject + 1);
    this.allTaken += 1;
    return {
      untilAfter: (position, waiter) => this.untilAfter(projectId, position, waiter),
      leave: () => this.leave(projectId),
    };
  }

  private leave(projectId: string): void {
    const left = (this.taken.get(projectId) ?? 1) - 1;
    if (left === 0) this.taken.delete(projectId);
    else this.taken.set(projectId, left);
    this.allTaken -= 1;
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
      const giveUp = () => waiting.end({ isThere: false });
      const timer = setTimeout(giveUp, wait);
      const forget = onGone(giveUp);
    });
  }

  /** Wakes those that an event has come for. */
  private async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    this.checkAll(performance.now());
    const projects = [...new Set([...this.waiting].map(({ projectId }) => projectId))];
    const newest = await newestPositions(this.pool, projects);
    const now = performance.now();
    for (const { projectId, after, restsUntil, end } of this.waiting) {
      if (now < restsUntil) continue;
      const position = newest.get(projectId);
      if (position !== undefined && isAfter(position, after)) end({ isThere: true });
    }
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
