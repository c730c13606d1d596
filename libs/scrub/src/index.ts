export { countInWords } from './difference.js';
export type { LoggedEvent } from './read-subjects.js';
export { grantLines, readCatalogue } from './catalogue/read-catalogue.js';
export { KnownFindings } from './known-findings.js';
export { ScrubModule } from './scrub.module.js';
export { scrub, scrubRecent } from './scrub.js';
export type { ScrubbedData, ScrubbedViews, ShownDocument } from './scrubbed-views.js';
