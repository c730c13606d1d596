export { measureBuild } from './build-info.js';
export { DURATION_BOUNDS, Distribution, Distributions } from './distribution.js';
export { renderMetrics } from './exposition.js';
export type { Exemplar, Family } from './family.js';
export { createMetrics, type Metrics } from './metrics.js';
