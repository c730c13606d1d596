import type { Environment } from '@service/contracts';
import { RELEASE } from '../release.js';
import type { Metrics } from './metrics.js';

/** Release, commit and app of a process. */
export interface Build {
  environment: Environment;
  /** Of the process; `standalone` where it hosts all of them. */
  app: string;
  /** That the image was built from. */
  commit: string;
}

/** Adds a gauge that is always 1 and shows the release of each running process. */
export function measureBuild(metrics: Metrics, { environment, app, commit }: Build): void {
  metrics.gauge(
    {
      name: 'build_info',
      help: 'The release and commit that a process runs; always 1.',
      labels: ['environment', 'app', 'version', 'commit'],
    },
    () => [{ labels: { environment, app, version: RELEASE, commit }, value: 1 }],
  );
}
