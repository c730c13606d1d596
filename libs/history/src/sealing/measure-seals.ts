import type { Metrics } from '@service/platform/metrics';
import type { HistoryStream } from '../streaming/history-stream.js';
import type { HistorySealer } from './history-sealer.js';

/** Reports how far the seals of the history are behind; only the replica that seals knows. */
export function measureSeals(metrics: Metrics, sealer: Pick<HistorySealer, 'lag'>): void {
  measureLag(
    metrics,
    'history_seal_lag_seconds',
    'Seconds since every line of the interaction history was known to be sealed; absent where another replica seals.',
    sealer,
  );
}

/** Reports how far the receiver of the history is behind; only the replica that sends knows. */
export function measureStream(metrics: Metrics, stream: Pick<HistoryStream, 'lag'> | null): void {
  measureLag(
    metrics,
    'history_stream_lag_seconds',
    'Seconds since everything sealed of the interaction history was known to be with its receiver, or since the seal of the oldest lines that are not; absent where another replica sends, or nobody receives.',
    stream,
  );
}

function measureLag(metrics: Metrics, name: string, help: string, of: { lag(): number | null } | null): void {
  metrics.gauge({ name, help }, () => {
    const lag = of?.lag() ?? null;
    return lag === null ? null : lag / 1_000;
  });
}
