import type { Environment } from '@service/contracts';
import { RELEASE } from '../release.js';
import type { Metrics } from './metrics.js';

/** Release, commit and app of a process. */
export interface Build {
  environment: Environment;
  /** The app of the process; `standalone` where one process hosts all apps. */
  app: string;
  /** The commit that the image was built from. */
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
