import { UnavailableError } from '@service/contracts';
import { SlotsByKey } from '../infrastructure/slots-by-key.js';
import { payerOf } from './authentication/caller.js';
import type { RequestContext } from '../interface/request-context.js';

/**
 * What of a project may read from the database at a time: one less than there are connections for lists. More would make what others
 * read wait in front of the database, until it is refused at its deadline.
 */
export const READS_OF_PROJECT = 3;

/** A request that may have to wait. */
type WaitingRequest = Pick<RequestContext, 'caller' | 'operation' | 'deadline' | 'requireStillAdmitted'>;

/** Lets each project do something a few times at once; more of it waits, in order. */
export class ProjectSlots {
  private readonly slots: SlotsByKey;

  /** @param most times at once, for each project. */
  constructor(most: number) {
    this.slots = new SlotsByKey(most);
  }

  /**
   * @returns what `work` returns.
   * @throws ServiceError as `requireStillWaiting`, for a request that had to wait.
   */
  run<Done>(request: WaitingRequest, work: () => Done | Promise<Done>): Promise<Done> {
    return this.slots.run(payerOf(request.caller), (hasWaited) => {
      if (hasWaited) requireStillWaiting(request);
      return work();
    });
  }
}

/**
 * Call this when what a request waited for has come.
 * @throws ServiceError `service.unavailable` where it was answered at its deadline; as its admission, where its caller was
 *   refused meanwhile.
 */
function requireStillWaiting({ operation, deadline, requireStillAdmitted }: WaitingRequest): void {
  if (performance.now() > deadline)
    throw new UnavailableError({ cause: 'request_deadline_passed', operation });
  requireStillAdmitted();
}
