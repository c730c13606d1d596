import type { Lease } from '@service/event-store';

/** Work that only one of an app's replicas does at a time. */
export interface Duty {
  /**
   * Called when this replica starts to lead; where it rejects, the duty is given up.
   * @param lease to be checked by every write of the duty; null where there is only one process.
   */
  begin(lease: Lease | null): Promise<void>;
  /** Called when this replica stops leading, and at the end; resolves after the work under way. */
  end(): Promise<void>;
}

/** A replica that leads or stands by. */
export interface Leading {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Has a duty done by one replica of an app, and soon by another where that replica is lost. */
export abstract class Leadership {
  abstract lead(name: string, duty: Duty): Leading;
}

/** Leads at once: there is only one process. */
export class SoleLeadership extends Leadership {
  lead(_name: string, duty: Duty): Leading {
    return { start: () => duty.begin(null), stop: () => duty.end() };
  }
}

/** Never leads: a restored copy does nothing by itself. */
export class NoLeadership extends Leadership {
  lead(): Leading {
    return { start: () => Promise.resolve(), stop: () => Promise.resolve() };
  }
}
