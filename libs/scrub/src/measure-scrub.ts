import type { Environment } from '@service/contracts';
import type { Metrics } from '@service/platform/metrics';
import type { KnownFindings } from './known-findings.js';
import type { RoundAge } from './round-age.js';
import type { Scrubbing } from './scrubbing.js';

export interface MeasuredScrub {
  environment: Environment;
  findings: KnownFindings;
  age: RoundAge;
  scrubbing: Scrubbing;
}

/** Adds gauges: findings and rounds of the replica that scrubs, and in every replica the age of the last round. */
export function measureScrub(
  metrics: Metrics,
  { environment, findings, age, scrubbing }: MeasuredScrub,
): void {
  metrics.gauge(
    {
      name: 'scrub_findings',
      help: 'Differences between events, views, the log, the history and the catalogue that this process has found.',
      labels: ['environment', 'kind'],
    },
    () => {
      const counts = findings.count().set('history', scrubbing.history.findings);
      return Array.from(counts, ([kind, value]) => ({ labels: { environment, kind }, value }));
    },
  );
  metrics.gauge(
    {
      name: 'scrub_history_age_seconds',
      help: 'Seconds since the gateway that scrubs walked through the whole interaction history, or since it began.',
      labels: ['environment'],
    },
    () => (scrubbing.isRunning ? [{ labels: { environment }, value: scrubbing.history.seconds }] : []),
  );
  metrics.gauge(
    {
      name: 'scrub_round_seconds',
      help: 'Seconds that the last whole round of the scrub took.',
      labels: ['environment'],
    },
    () => {
      const value = scrubbing.roundSeconds;
      return value === null ? [] : [{ labels: { environment }, value }];
    },
  );
  metrics.gauge(
    {
      name: 'scrub_age_seconds',
      help: 'Seconds since a whole round of the scrub was completed by any gateway, or since the start.',
      labels: ['environment'],
    },
    () => [{ labels: { environment }, value: age.seconds }],
  );
}
