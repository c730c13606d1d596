import type { SubscriptionSnapshot } from '@service/contracts';
import type { Lease } from '@service/event-store';
import type { Duty } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { SubscriptionDirectory } from '../../subscriptions/subscription-directory.js';
import { replayChunk } from './replay-jobs.js';

/** Milliseconds between two looks for replays. */
const PAUSE = 250;

/** Works replays off, chunk by chunk; one replica does. */
export class ReplayDuty implements Duty {
  private task: PeriodicTask | null = null;
  private running = false;

  /** @param onPlanned told of a subscription that may have something due now. */
  constructor(
    private readonly pool: Pool,
    private readonly directory: Pick<SubscriptionDirectory, 'get'>,
    private readonly logger: Logger,
    private readonly onPlanned: (subscriptionId: string) => void,
  ) {}

  begin(lease: Lease | null): Promise<void> {
    this.running = true;
    this.task = new PeriodicTask(() => this.work(lease), PAUSE, new OutageLog(this.logger, 'Replaying deliveries'));
    this.task.start();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.running = false;
    await this.task?.stop();
  }

  private async work(lease: Lease | null): Promise<void> {
    while (this.running) {
      const subscriptionId = await replayChunk(this.pool, lease, (id) => this.subscriptionOf(id));
      if (subscriptionId === null) return;
      this.onPlanned(subscriptionId);
    }
  }

  /** @throws where this replica has not heard of it yet: the next round will know it. */
  private subscriptionOf(id: string): SubscriptionSnapshot | null {
    const subscription = this.directory.get(id);
    if (subscription === undefined) throw new Error(`The subscription ${id} is not known yet.`);
    return subscription.state === 'revoked' ? null : subscription;
  }
}
