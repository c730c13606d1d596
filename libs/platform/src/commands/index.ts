export { forEachEnvironment, type CommandTarget } from './for-each-environment.js';
export { servedAt } from './served-at.js';
export { welcome, type StartedService } from './welcome.js';
