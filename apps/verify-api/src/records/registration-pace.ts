import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Distribution, type Metrics } from '@service/platform/metrics';
import type { Call } from '../interface/call.js';
import { GatewayViews } from '../views/gateway-views.js';

/** Milliseconds that the view of records may be behind before registrations wait for it. */
const WAIT_FROM = 2_000;
/** Share of the lag beyond `WAIT_FROM` that a request waits. */
const SHARE = 0.25;
/** Milliseconds. */
const LONGEST_WAIT = 2_000;
/** Milliseconds. A view that is further behind has not been up to date since the start: no wait would help. */
const NEVER_UP_TO_DATE = 86_400_000;

/**
 * Milliseconds that a request waits before its records are registered: the further the view is behind, the longer, so that
 * the view catches up. Nothing is verified while it is five seconds behind.
 * @param behind milliseconds that the view of records is behind.
 */
export function registrationWait(behind: number): number {
  if (behind <= WAIT_FROM || behind > NEVER_UP_TO_DATE) return 0;
  return Math.min(LONGEST_WAIT, (behind - WAIT_FROM) * SHARE);
}

/**
 * Slows registrations to the pace of the view: an import could outrun the view, and nothing would be verified until it ends.
 * Changes do not wait: a revocation must be recorded at once.
 */
@Injectable()
export class RegistrationPace {
  private readonly waits = new Distribution();

  constructor(private readonly views: GatewayViews) {}

  /**
   * Resolves when a request may register its records.
   * @throws ServiceError as its admission, where its credential was revoked meanwhile.
   */
  async turn({ requestContext }: Pick<Call, 'requestContext'>): Promise<void> {
    const wait = registrationWait(this.views.freshness.records.look().behind);
    if (wait === 0) return;
    this.waits.observe(wait / 1_000);
    await pause(wait);
    requestContext.requireStillAdmitted();
  }

  /** Adds the waits to the metrics of the process. */
  measure(metrics: Metrics): void {
    const help =
      'Seconds that a request to register records waited, because the view of records was behind; others are not counted.';
    metrics.histogram({ name: 'registration_wait_seconds', help }, () => this.waits);
  }
}
