import type { SubscriptionSnapshot } from '@service/contracts';
import type { Lease } from '@service/event-store';
import type { Duty } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { SubscriptionDirectory } from '../../subscriptions/subscription-directory.js';
import { hasReplays, replayChunk } from './replay-jobs.js';

/** Milliseconds between two polls for replays: with other replicas, whose requests do not wake this one; and without. */
const [PAUSE, PAUSE_ALONE] = [1_000, 60_000];

/** Processes replays chunk by chunk, in one replica. */
export class ReplayDuty implements Duty {
  private task: PeriodicTask | null = null;
  private running = false;

  /**
   * @param onPlanned gets a subscription that may have due queues now.
   * @param isAlone whether there is no other replica.
   */
  constructor(
    private readonly pool: Pool,
    private readonly directory: Pick<SubscriptionDirectory, 'get'>,
    private readonly logger: Logger,
    private readonly onPlanned: (subscriptionId: string) => void,
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
    if (!(await hasReplays(this.pool))) return pause;
    while (this.running) {
      const subscriptionId = await replayChunk(this.pool, lease, (id) => this.subscriptionOf(id));
      if (subscriptionId === null) break;
      this.onPlanned(subscriptionId);
    }
    return pause;
  }

  /** @throws where this replica has not read the subscription yet; the next run may find it. */
  private subscriptionOf(id: string): SubscriptionSnapshot | null {
    const subscription = this.directory.get(id);
    if (subscription === undefined) throw new Error(`The subscription ${id} is not known yet.`);
    return subscription.state === 'revoked' ? null : subscription;
  }
}
