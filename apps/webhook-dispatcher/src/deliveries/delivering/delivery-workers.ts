import { setTimeout as pause } from 'node:timers/promises';
import type { DisableCause } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { Pause, OutageLog, withinTime } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { LEASE_FOR, claimQueues } from './claim-queues.js';
import { commitResults, type Committed, type DeliveryHistory } from './commit-results.js';
import { deliverQueue, type DeliveringContext } from './deliver-queue.js';
import type { Deliverer } from './deliverer.js';
import { DeliveryCounts } from './delivery-counts.js';
import type { QueueInHand } from './endpoint-load.js';
import { DeliveryScheduler } from './delivery-scheduler.js';
import { findDue } from './find-due.js';
import type { QueueResult } from './queue-result.js';
import { readEntries } from './read-entries.js';

/** Most entries of a queue that are delivered under one lease. */
const MOST_ENTRIES = 16;
/** Most queues of one claim. */
const MOST_CLAIMED = 512;
/** Most results that wait for their commit: with more, no queue is claimed. */
const MOST_UNCOMMITTED = 4_096;
/** Milliseconds between two polls for due queues: after some were found, while some are not due yet, and without any. */
const POLL_MIN = 25;
const POLL_MAX = 250;
const POLL_EMPTY = 1_000;
/** Milliseconds between two attempts to commit. */
const COMMIT_PAUSE = 250;
/** Milliseconds that unfinished work has at shutdown; deliveries that take longer are made again. */
const DRAIN_FOR = 6_000;
/** Milliseconds after which a queue is retried after a fault in the service. */
const FAULT_PAUSE = 10_000;

export interface DeliveryWorkersOptions extends DeliveringContext {
  pool: Pool;
  logger: Logger;
  history: DeliveryHistory;
  /** Disables a subscription whose endpoint is gone or has failed for too long. */
  disable(subscriptionId: string, cause: Exclude<DisableCause, 'requested'>): Promise<void>;
  /** Cancels all deliveries of a revoked subscription. */
  cancel(subscriptionId: string): Promise<void>;
  isRevoked(subscriptionId: string): boolean;
  /** Most queues of one endpoint that are delivered at a time. */
  perEndpoint?: number;
  /** Most queues that are delivered at a time. */
  total?: number;
}

/**
 * Delivers due queues, in every replica. It claims queues under a lease, as many for each endpoint as its load allows,
 * and commits their results in groups.
 */
export class DeliveryWorkers implements Deliverer {
  readonly counts = new DeliveryCounts();
  private readonly scheduler: DeliveryScheduler;
  private readonly commits: Batcher<QueueResult, Committed>;
  private readonly claiming: OutageLog;
  private readonly committing: OutageLog;
  private readonly opening: OutageLog;
  private readonly disabling = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private readonly idle = new Pause();
  private uncommitted = 0;
  private delay = POLL_MIN;
  private polledAt = 0;

  constructor(private readonly options: DeliveryWorkersOptions) {
    const { pool, logger, history, perEndpoint = 8, total = 256 } = options;
    this.scheduler = new DeliveryScheduler(perEndpoint, total);
    this.commits = new Batcher((results) => commitResults(pool, history, results), {
      maxBatch: 500,
      maxInFlight: 2,
      isItemFault: (error) => !(error instanceof DatabaseUnavailableError),
    });
    this.claiming = new OutageLog(logger, 'Claiming deliveries');
    this.committing = new OutageLog(logger, 'Committing deliveries');
    this.opening = new OutageLog(logger, 'Signing deliveries');
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.finished = this.run();
  }

  /** Claims nothing more, and finishes the work under way. Other replicas repeat deliveries that take too long. */
  async stop(): Promise<void> {
    this.running = false;
    this.idle.over();
    await this.finished;
    this.giveBack(this.scheduler.release());
    await withinTime(this.drained(), DRAIN_FOR);
  }

  /** Also waits for work that begins later: queues planned before the stop are given back after their commit. */
  private async drained(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  nudge(subscriptionIds: Iterable<string>): void {
    for (const id of subscriptionIds) this.scheduler.expect(id);
    this.idle.over();
  }

  room(): number {
    return this.running && this.uncommitted <= MOST_UNCOMMITTED ? this.scheduler.room() : 0;
  }

  roomFor(subscriptionId: string): number {
    return this.scheduler.roomFor(subscriptionId);
  }

  take(queues: readonly QueueInHand[]): void {
    for (const inHand of queues) {
      const { queue, entries } = inHand;
      // The endpoint may have failed since the queue was planned.
      if (!this.running || !this.scheduler.isTrusted(queue.subscription_id)) this.giveBack([inHand]);
      else this.scheduler.add({ ...inHand, entries: entries.slice(0, MOST_ENTRIES) });
    }
    this.begin(this.scheduler.startable());
  }

  private async run(): Promise<void> {
    while (this.running) {
      try {
        this.begin(this.scheduler.startable());
        await this.look();
        const claimed = await this.claim();
        this.claiming.over();
        if (claimed > 0) continue;
        await this.rest(Math.max(0, this.polledAt + this.delay - performance.now()));
      } catch (error) {
        this.claiming.seen(error);
        await this.rest(POLL_MAX);
      }
    }
  }

  /** Finds due queues without a nudge: retries, queues of crashed replicas, deliveries that other replicas planned. */
  private async look(): Promise<void> {
    if (performance.now() < this.polledAt + this.delay) return;
    const { due, hasQueues } = await findDue(this.options.pool);
    this.polledAt = performance.now();
    let found = false;
    for (const id of due) {
      if (this.options.isRevoked(id)) {
        await this.options.cancel(id);
        this.scheduler.forget(id);
        this.options.secrets.forget(id);
      } else if (this.options.subscriptionOf(id) !== null) found = this.scheduler.expect(id) || found;
    }
    this.delay = found ? POLL_MIN : Math.min(hasQueues ? POLL_MAX : POLL_EMPTY, this.delay * 2);
  }

  private async claim(): Promise<number> {
    if (this.uncommitted > MOST_UNCOMMITTED) return 0;
    const { pool, events, subscriptionOf } = this.options;
    const wanted = this.scheduler.wanted(MOST_CLAIMED, (id) => subscriptionOf(id) !== null);
    if (wanted.length === 0) return 0;
    const until = performance.now() + LEASE_FOR;
    const queues = await claimQueues(pool, wanted);
    this.scheduler.claimed(wanted, queues);
    if (queues.length === 0) return 0;
    const entries = await readEntries(pool, queues, MOST_ENTRIES);
    const published = await events.of(entries.flat());
    queues.forEach((queue, place) => {
      this.scheduler.add({ queue, entries: entries[place] ?? [], events: published, until });
    });
    this.begin(this.scheduler.startable());
    return queues.length;
  }

  private begin(queues: Iterable<QueueInHand>): void {
    for (const queue of queues) this.track(this.deliver(queue));
  }

  private giveBack(queues: readonly QueueInHand[]): void {
    for (const { queue, until } of queues) this.track(this.commit(untouched(queue), until));
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async deliver(inHand: QueueInHand): Promise<void> {
    const { queue, until } = inHand;
    const endpoint = this.scheduler.of(queue.subscription_id);
    let result: QueueResult;
    try {
      result = await deliverQueue(inHand, this.options);
      this.opening.over();
    } catch (error) {
      this.opening.seen(error);
      result = { ...untouched(queue), again_in: FAULT_PAUSE };
    }
    queue.failures = Math.max(queue.failures, endpoint.failures);
    endpoint.learn(result);
    // The next claim checks whether the endpoint is held back now.
    if (result.attempts.length > 0 && !endpoint.isProven) this.giveBack(this.scheduler.releaseOf(endpoint));
    this.begin(this.scheduler.ended(inHand));
    this.counts.add(result);
    if (this.scheduler.isWanting(endpoint)) this.idle.over();
    await this.commit(result, until);
  }

  /** Retries until the commit succeeds or the lease may be over. */
  private async commit(result: QueueResult, until: number): Promise<void> {
    this.uncommitted += 1;
    try {
      for (;;) {
        try {
          const committed = await this.commits.submit(result);
          this.committing.over();
          this.conclude(result, committed);
          return;
        } catch (error) {
          this.committing.seen(error);
          if (!this.running || performance.now() > until) return;
          await pause(COMMIT_PAUSE);
        }
      }
    } finally {
      this.uncommitted -= 1;
    }
  }

  private conclude({ queue, attempts }: QueueResult, { more, standing }: Committed): void {
    const id = queue.subscription_id;
    if (standing !== null) this.scheduler.of(id).failures = standing.failures;
    if (more && this.scheduler.expect(id)) this.idle.over();
    if (attempts.at(-1)?.outcome === 'gone') this.disable(id, 'gone');
    else if (standing?.failing_too_long === true) this.disable(id, 'failing');
  }

  /** Disables a subscription. If that fails, the endpoint's next failure tries again. */
  private disable(id: string, cause: Exclude<DisableCause, 'requested'>): void {
    if (this.disabling.has(id)) return;
    this.disabling.add(id);
    const done = this.options
      .disable(id, cause)
      .catch((error: unknown) =>
        this.options.logger.warn({ err: error, subscription: id }, 'A subscription could not be disabled.'),
      )
      .finally(() => this.disabling.delete(id));
    this.track(done);
  }

  private async rest(milliseconds: number): Promise<void> {
    if (this.running && !this.scheduler.hasWanted) await this.idle.of(milliseconds);
  }
}

function untouched(queue: QueueInHand['queue']): QueueResult {
  return { queue, attempts: [], again_in: 0, hold_for: null };
}
