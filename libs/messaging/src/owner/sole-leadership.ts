import { Leadership, type Duty, type Leading } from './leadership.js';

/** Leads at once: there is only one process. */
export class SoleLeadership extends Leadership {
  lead(_name: string, duty: Duty): Leading {
    return { start: () => duty.begin(null), stop: () => duty.end() };
  }
}
