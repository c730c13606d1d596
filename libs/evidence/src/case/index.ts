export { makeCaseFile, type CaseFile } from './case-file.js';
export { CHECK_SENTENCES } from './check-sentences.js';
export type { Exhibit, LoneAnswer } from './judge.js';
