import { RELEASE } from '../release.js';
import type { Metrics } from './metrics.js';

/** Release, commit and app of a process. */
export interface Build {
  /** The app of the process; `standalone` where one process hosts all apps. */
  app: string;
  /** The commit that the image was built from. */
  commit: string;
}

/** Adds a gauge that is always 1 and shows the release of each running process. */
export function measureBuild(metrics: Metrics, { app, commit }: Build): void {
  metrics.gauge(
    {
      name: 'build_info',
      help: 'The release and commit that a process runs; always 1.',
      labels: ['app', 'version', 'commit'],
    },
    () => [{ labels: { app, version: RELEASE, commit }, value: 1 }],
  );
}
