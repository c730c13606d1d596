import { ServerClock } from '../format/server-clock.js';

/** The clock for expiries and countdowns. */
export const serverClock = new ServerClock();
