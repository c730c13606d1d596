import type { Metrics } from '@service/platform/metrics';
import type { HistorySealer } from './history-sealer.js';

/** Reports how far the seals of the history are behind; only the replica that seals knows. */
export function measureSeals(metrics: Metrics, sealer: Pick<HistorySealer, 'lag'>): void {
  metrics.gauge(
    {
      name: 'history_seal_lag_seconds',
      help: 'Seconds since every line of the interaction history was known to be sealed; absent where another replica seals.',
    },
    () => {
      const lag = sealer.lag();
      return lag === null ? null : lag / 1_000;
    },
  );
}
