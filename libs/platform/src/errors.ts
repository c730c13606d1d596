export { StartError } from './start-error.js';
export { causeOf, reasonOf } from './error-reason.js';
