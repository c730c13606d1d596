export { breaksBetween } from './breaks-between.js';
export { eventBreaksBetween } from './event-breaks-between.js';
export { judgeBreaks } from './judge-breaks.js';
