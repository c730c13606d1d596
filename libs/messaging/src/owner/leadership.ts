import type { Lease } from '@service/event-store';

/** Something that only one of an app's replicas does at a time. */
export interface Duty {
  /**
   * Called when this replica becomes the one; a rejection gives the duty up.
   * @param lease checked by every write that nobody else may make; null where there is only one process.
   */
  begin(lease: Lease | null): Promise<void>;
  /** Called when it no longer is, and at the end; what is under way is finished first. */
  end(): Promise<void>;
}

/** A replica that leads or stands by. */
export interface Leading {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Sees to it that a duty is done by one replica of an app, and soon by another where that one is lost. */
export abstract class Leadership {
  abstract lead(name: string, duty: Duty): Leading;
}

/** Leads at once: there is only one process. */
export class SoleLeadership extends Leadership {
  lead(_name: string, duty: Duty): Leading {
    return { start: () => duty.begin(null), stop: () => duty.end() };
  }
}
