export { breaksBetween } from './breaks-between.js';
export { judgeBreaks } from './judge-breaks.js';
