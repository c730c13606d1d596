import { setTimeout as pause } from 'node:timers/promises';
import type { DisableCause } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { Pause, OutageLog, withinTime } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { LEASE_FOR, claimLanes } from './claim-lanes.js';
import { commitOutcomes, type Committed } from './commit-outcomes.js';
import { deliverLane, type DeliveringContext } from './deliver-lane.js';
import { DeliveryCounts } from './delivery-counts.js';
import type { LaneInHand } from './endpoint-queue.js';
import { EndpointQueues } from './endpoint-queues.js';
import { findDue } from './find-due.js';
import type { KeptBodies } from './kept-bodies.js';
import type { LaneOutcome } from './outcomes.js';
import { readEntries } from './read-entries.js';

/** Entries of a lane that are delivered under one lease. */
const MOST_ENTRIES = 16;
/** Lanes of one claim. */
const MOST_CLAIMED = 512;
/** Outcomes that may wait for their commit before no more lanes are claimed. */
const MOST_UNCOMMITTED = 4_096;
/** Milliseconds between two looks for what is due, after something was found and when idle. */
const POLL_MIN = 25;
const POLL_MAX = 250;
/** Milliseconds between two tries to commit. */
const COMMIT_PAUSE = 250;
/** Milliseconds for which what is under way may take at the end; what takes longer is delivered again. */
const DRAIN_FOR = 6_000;
/** Milliseconds after which a lane is tried again that could not be delivered for a fault of our own. */
const FAULT_PAUSE = 10_000;

export interface DeliveryWorkersOptions extends DeliveringContext {
  pool: Pool;
  bodies: KeptBodies;
  logger: Logger;
  /** Has a subscription disabled, whose endpoint is gone or has failed for too long. */
  disable(subscriptionId: string, cause: Exclude<DisableCause, 'requested'>): Promise<void>;
  /** Told of subscriptions that have lanes and are to get nothing any more. */
  cancel(subscriptionId: string): Promise<void>;
  isRevoked(subscriptionId: string): boolean;
  /** Lanes of one endpoint that are delivered at a time, at the most. */
  perEndpoint?: number;
  /** Lanes that are delivered at a time, at the most. */
  total?: number;
}

/**
 * Delivers what is due. Claims lanes under a lease, of each endpoint as many as it has proved to take, and commits what
 * became of them in groups; every replica does.
 */
export class DeliveryWorkers {
  readonly counts = new DeliveryCounts();
  private readonly queues: EndpointQueues;
  private readonly commits: Batcher<LaneOutcome, Committed>;
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
    const { pool, logger, perEndpoint = 8, total = 256 } = options;
    this.queues = new EndpointQueues(perEndpoint, total);
    this.commits = new Batcher((outcomes) => commitOutcomes(pool, outcomes), {
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

  /** Claims nothing more and ends what is under way; what takes too long is delivered again by others. */
  async stop(): Promise<void> {
    this.running = false;
    this.idle.over();
    await this.finished;
    this.giveBack(this.queues.release());
    await withinTime(Promise.all(this.underWay), DRAIN_FOR);
  }

  /** Told after the commit of something that made lanes due. */
  nudge(subscriptionIds: Iterable<string>): void {
    for (const id of subscriptionIds) this.queues.expect(id);
    this.idle.over();
  }

  private async run(): Promise<void> {
    while (this.running) {
      try {
        this.begin(this.queues.startable());
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

  /** Finds due lanes that nobody told of here: retries, lanes of lost replicas, what others planned. */
  private async look(): Promise<void> {
    if (performance.now() < this.polledAt + this.delay) return;
    const due = await findDue(this.options.pool);
    this.polledAt = performance.now();
    let found = false;
    for (const id of due) {
      if (this.options.isRevoked(id)) {
        await this.options.cancel(id);
        this.queues.forget(id);
        this.options.secrets.forget(id);
      } else if (this.options.subscriptionOf(id) !== null) found = this.queues.expect(id) || found;
    }
    this.delay = found ? POLL_MIN : Math.min(POLL_MAX, this.delay * 2);
  }

  private async claim(): Promise<number> {
    if (this.uncommitted > MOST_UNCOMMITTED) return 0;
    const { pool, bodies, subscriptionOf } = this.options;
    const wanted = this.queues.wanted(MOST_CLAIMED, (id) => subscriptionOf(id) !== null);
    if (wanted.length === 0) return 0;
    const until = performance.now() + LEASE_FOR;
    const lanes = await claimLanes(pool, wanted);
    this.queues.claimed(wanted, lanes);
    if (lanes.length === 0) return 0;
    const entries = await readEntries(pool, lanes, MOST_ENTRIES);
    const texts = await bodies.of(entries.flat());
    lanes.forEach((lane, place) => {
      this.queues.add({ lane, entries: entries[place] ?? [], bodies: texts, until });
    });
    this.begin(this.queues.startable());
    return lanes.length;
  }

  private begin(lanes: Iterable<LaneInHand>): void {
    for (const lane of lanes) this.track(this.deliver(lane));
  }

  private giveBack(lanes: readonly LaneInHand[]): void {
    for (const { lane, until } of lanes) this.track(this.commit(untouched(lane), until));
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async deliver(inHand: LaneInHand): Promise<void> {
    const { lane, until } = inHand;
    const queue = this.queues.of(lane.subscription_id);
    let outcome: LaneOutcome;
    try {
      outcome = await deliverLane(inHand, this.options);
      this.opening.over();
    } catch (error) {
      this.opening.seen(error);
      outcome = { ...untouched(lane), again_in: FAULT_PAUSE };
    }
    lane.failures = Math.max(lane.failures, queue.failures);
    queue.learn(outcome);
    // Whether the endpoint is held back now is for the next claim to say.
    if (outcome.attempts.length > 0 && !queue.isProven) this.giveBack(this.queues.releaseOf(queue));
    this.begin(this.queues.ended(inHand));
    this.counts.add(outcome);
    if (this.queues.isWanting(queue)) this.idle.over();
    await this.commit(outcome, until);
  }

  /** Tries until it is committed, or the lane may be somebody else's. */
  private async commit(outcome: LaneOutcome, until: number): Promise<void> {
    this.uncommitted += 1;
    try {
      for (;;) {
        try {
          const committed = await this.commits.submit(outcome);
          this.committing.over();
          this.conclude(outcome, committed);
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

  private conclude({ lane, attempts }: LaneOutcome, { more, standing }: Committed): void {
    const id = lane.subscription_id;
    if (standing !== null) this.queues.of(id).failures = standing.failures;
    if (more && this.queues.expect(id)) this.idle.over();
    if (attempts.at(-1)?.outcome === 'gone') this.disable(id, 'gone');
    else if (standing?.failing_too_long === true) this.disable(id, 'failing');
  }

  /** Where it fails, the next failure of the endpoint leads here again. */
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
    if (this.running && !this.queues.hasWanted) await this.idle.of(milliseconds);
  }
}

function untouched(lane: LaneInHand['lane']): LaneOutcome {
  return { lane, attempts: [], again_in: 0, hold_for: null };
}
