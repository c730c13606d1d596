export { forEachEnvironment, type CommandTarget } from './for-each-environment.js';
export { servedAt } from './served-at.js';
export { welcome } from './welcome.js';
