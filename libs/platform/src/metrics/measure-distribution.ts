import type { Environment } from '@service/contracts';
import type { Distribution } from './distribution.js';
import type { Metrics } from './metrics.js';

/** Adds a histogram of one distribution for each environment to the metrics. */
export function measureDistribution(
  metrics: Metrics,
  environment: Environment,
  { name, help }: { name: string; help: string },
  distribution: Distribution,
): void {
  metrics.histogram({ name, help, labels: ['environment'] }, () => [
    { labels: { environment }, distribution },
  ]);
}
