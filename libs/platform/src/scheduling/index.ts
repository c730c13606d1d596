export { inTime, withinTime } from './in-time.js';
export { Pause } from './pause.js';
export { PeriodicTask } from './periodic-task.js';
export { OutageLog } from './outage-log.js';
