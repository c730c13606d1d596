import { clockOffset } from '@service/contracts';
import type { Health } from '@service/platform/admin';
import type { Metrics } from '@service/platform/metrics';

/**
 * Reports a clock that differs from the database's, in the metrics and in the body of `/readyz`. It is no reason not to be ready:
 * the database's clock may be the wrong one.
 */
export function measureClock(metrics: Metrics, health: Pick<Health, 'addWarning'>): void {
  metrics.gauge(
    {
      name: 'clock_offset_seconds',
      help: 'Seconds by which the database’s clock is ahead of this process’s; 0 while they agree within a second.',
    },
    () => clockOffset() / 1_000,
  );
  health.addWarning('clock', () => {
    const seconds = Math.round(clockOffset() / 1_000);
    if (seconds === 0) return null;
    return `The database’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this process’s: ends of validity come early or late.`;
  });
}
