import { ServerClock } from '../format/server-clock.js';

/** The clock that expiries and countdowns are judged by. */
export const serverClock = new ServerClock();
