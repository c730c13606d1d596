export { isOutage } from './outages.js';
export { StartError } from './start-error.js';
export { causeOf, propertyOf, reasonOf } from './error-reason.js';
export { endWithSentence, startSentence } from './start-sentence.js';
