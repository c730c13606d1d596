import type { Metrics } from '@service/platform/metrics';
import type { KnownFindings } from './known-findings.js';
import { PARTS, type Part } from './pace/bounds.js';
import type { RoundAge } from './round-age.js';
import type { Scrubbing } from './scrubbing.js';

export interface MeasuredScrub {
  findings: KnownFindings;
  ages: Readonly<Record<Part, RoundAge>>;
  scrubbing: Scrubbing;
}

/** Adds gauges: findings and rounds of the replica that scrubs, and in every replica the age of the last round. */
export function measureScrub(metrics: Metrics, { findings, ages, scrubbing }: MeasuredScrub): void {
  metrics.gauge(
    {
      name: 'scrub_findings',
      help: 'Differences between events, views, the log, the history and the catalogue that this process has found.',
      labels: ['kind'],
    },
    () => {
      const counts = findings.count().set('history', scrubbing.history.findings);
      return Array.from(counts, ([kind, value]) => ({ labels: { kind }, value }));
    },
  );
  metrics.gauge(
    {
      name: 'scrub_history_age_seconds',
      help: 'Seconds since the gateway that scrubs walked through the whole interaction history, or since it began.',
    },
    () => (scrubbing.isRunning ? scrubbing.history.seconds : null),
  );
  metrics.gauge(
    {
      name: 'scrub_round_seconds',
      help: 'Seconds that the last whole pass of the scrub through a part took.',
      labels: ['part'],
    },
    () => Array.from(scrubbing.passSeconds, ([part, value]) => ({ labels: { part }, value })),
  );
  metrics.gauge(
    {
      name: 'scrub_age_seconds',
      help: 'Seconds since any gateway completed a whole pass of the scrub through a part, or since the start.',
      labels: ['part'],
    },
    () => PARTS.map((part) => ({ labels: { part }, value: ages[part].seconds })),
  );
  metrics.gauge(
    {
      name: 'scrub_bound_seconds',
      help: 'Seconds after which a changed row of a part is found at the latest, from the volume and the pace.',
      labels: ['part'],
    },
    () => PARTS.map((part) => ({ labels: { part }, value: ages[part].bound / 1_000 })),
  );
}
