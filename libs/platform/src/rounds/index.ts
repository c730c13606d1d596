export { inTime, withinTime } from './in-time.js';
export { Pause } from './pause.js';
export { Rounds } from './rounds.js';
export { Trouble } from './trouble.js';
