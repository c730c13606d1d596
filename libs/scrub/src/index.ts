export { countInWords } from './difference.js';
export type { LoggedEvent } from './read-subjects.js';
export { ScrubModule } from './scrub.module.js';
export { scrub } from './scrub.js';
export type { ScrubbedViews, ShownDocument, ShownRecord } from './scrubbed-views.js';
