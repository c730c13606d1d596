import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import { Distribution, type Metrics } from '@service/platform/metrics';
import type { Call } from '../operations/call.js';
import { GatewayViews } from '../views/gateway-views.js';

/** Milliseconds that the view of records may be behind before registrations wait for it. */
const WAIT_FROM = 2_000;
/** The share of what exceeds this that a request waits, and the milliseconds that it waits at most. */
const SHARE = 0.25;
const LONGEST_WAIT = 2_000;
/** Milliseconds behind that only a view has that was never up to date: no wait would help it. */
const NEVER_UP_TO_DATE = 86_400_000;

/**
 * Milliseconds that a request waits before its records are registered. The longer it is, the fewer records are registered, so the
 * view comes no closer to the five seconds behind from which on nothing is verified.
 * @param behind milliseconds that the view of records is behind.
 */
export function registrationWait(behind: number): number {
  if (behind <= WAIT_FROM || behind > NEVER_UP_TO_DATE) return 0;
  return Math.min(LONGEST_WAIT, (behind - WAIT_FROM) * SHARE);
}

/**
 * Lets registrations go on at the pace at which the view shows them: an import could outrun it, and nothing would be verified
 * until its end. Changes do not wait: a revocation must be recorded at once.
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
  measure(metrics: Metrics, environment: Environment): void {
    metrics.histogram(
      {
        name: 'registration_wait_seconds',
        help: 'Seconds that a request to register records waited, because the view of records was behind; others are not counted.',
        labels: ['environment'],
      },
      () => [{ labels: { environment }, distribution: this.waits }],
    );
  }
}
