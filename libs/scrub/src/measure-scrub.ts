import type { Metrics } from '@service/platform/metrics';
import { Findings } from './findings.js';
import type { Scrubbing, ScrubbingOptions } from './scrubbing.js';

/** Adds gauges: findings in every replica, and rounds in the replica that scrubs. */
export function measureScrub(
  metrics: Metrics,
  { environment, pool }: ScrubbingOptions,
  scrubbing: Scrubbing,
): void {
  const findings = new Findings(pool);
  metrics.gauge(
    {
      name: 'scrub_findings',
      help: 'Places where events, views and the log differ; answers that rest on them are not verified.',
      labels: ['environment', 'kind'],
    },
    async () =>
      [...(await findings.count())].map(([kind, value]) => ({ labels: { environment, kind }, value })),
  );
  add(
    'round_seconds',
    'Seconds that the last whole round of the scrub took.',
    () => scrubbing.status.roundSeconds,
  );
  add(
    'last_completed_timestamp_seconds',
    'Unix time at which the last whole round of the scrub was over.',
    () => scrubbing.status.completedAt,
  );

  function add(name: string, help: string, valueOf: () => number | null): void {
    metrics.gauge({ name: `scrub_${name}`, help, labels: ['environment'] }, () => {
      const value = valueOf();
      return value === null ? [] : [{ labels: { environment }, value }];
    });
  }
}
