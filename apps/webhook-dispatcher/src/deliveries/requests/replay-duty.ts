import type { SubscriptionSnapshot } from '@service/contracts';
import type { Lease } from '@service/event-store';
import type { Duty } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { PublishEvents } from '../../publishing/publish-events.js';
import type { SubscriptionDirectory } from '../../subscriptions/subscription-directory.js';
import { replayChunk, waitingReplays, type WaitingReplays } from './replay-jobs.js';

/** Milliseconds between two polls for replays: with other replicas, whose requests do not wake this one; and without. */
const [PAUSE, PAUSE_ALONE] = [1_000, 60_000];
/** Milliseconds that a run waits until everything older is published; the next run goes on waiting. */
const PUBLISHING_WAIT = 2_000;

/** Processes replays chunk by chunk, in one replica. */
export class ReplayDuty implements Duty {
  private task: PeriodicTask | null = null;
  private running = false;
  /** The replays that wait for publishing. The next run goes on with them: with newer ones, it would wait for newer events, too. */
  private waiting: WaitingReplays | null = null;

  /**
   * @param onPlanned gets a subscription that may have due queues now.
   * @param isAlone whether there is no other replica.
   */
  constructor(
    private readonly pool: Pool,
    private readonly directory: Pick<SubscriptionDirectory, 'get'>,
    private readonly logger: Logger,
    private readonly onPlanned: (subscriptionId: string) => void,
    private readonly publishing: PublishEvents['published'],
    private readonly isAlone = false,
  ) {}

  begin(lease: Lease | null): Promise<void> {
    this.running = true;
    this.task = new PeriodicTask(
      () => this.work(lease),
      PAUSE,
      new OutageLog(this.logger, 'Replaying deliveries'),
    );
    this.task.start();
    return Promise.resolve();
  }

  /** Looks at once for replays that were just stored. */
  wake(): void {
    this.task?.wake();
  }

  async end(): Promise<void> {
    this.running = false;
    await this.task?.stop();
  }

  /** @returns milliseconds until the next poll. */
  private async work(lease: Lease | null): Promise<number> {
    const pause = this.isAlone ? PAUSE_ALONE : PAUSE;
    for (;;) {
      this.waiting ??= await waitingReplays(this.pool);
      if (this.waiting === null || !this.running) return pause;
      const { ids, next } = this.waiting;
      // An event whose deliveries were planned before its subscription was enabled, and which is committed after the replay has
      // passed its place, would be lost.
      if (!(await this.publishing(next, PUBLISHING_WAIT))) return PAUSE;
      this.waiting = null;
      while (this.running) {
        const subscriptionId = await replayChunk(this.pool, lease, ids, (id) => this.subscriptionOf(id));
        if (subscriptionId === null) break;
        this.onPlanned(subscriptionId);
      }
    }
  }

  /** @throws where this replica has not read the subscription yet; the next run may find it. */
  private subscriptionOf(id: string): SubscriptionSnapshot | null {
    const subscription = this.directory.get(id);
    if (subscription === undefined) throw new Error(`The subscription ${id} is not known yet.`);
    return subscription.state === 'revoked' ? null : subscription;
  }
}
