import { UnavailableError } from '@service/contracts';
import { payerOf } from './authentication/caller.js';
import type { RequestContext } from '../interface/request-context.js';

/**
 * What of a project may read from the database at a time: one less than there are connections for lists. More would make what others
 * read wait in front of the database, until it is refused at its deadline.
 */
export const READS_OF_PROJECT = 3;

/** A request that may have to wait. */
type WaitingRequest = Pick<RequestContext, 'caller' | 'operation' | 'deadline' | 'requireStillAdmitted'>;

interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Lets each project do something a few times at once; more of it waits, in order. */
export class ProjectSlots {
  private readonly slots = new Map<string, Slots>();

  /** @param most times at once, for each project. */
  constructor(private readonly most: number) {}

  /**
   * @returns what `work` returns.
   * @throws ServiceError as `requireStillWaiting`, for a request that had to wait.
   */
  async run<Done>(request: WaitingRequest, work: () => Promise<Done>): Promise<Done> {
    const key = payerOf(request.caller);
    const waited = this.enter(key);
    if (waited !== null) await waited;
    try {
      if (waited !== null) requireStillWaiting(request);
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** @returns what resolves when there is a slot; null where there is one now. */
  private enter(key: string): Promise<void> | null {
    let slots = this.slots.get(key);
    if (slots === undefined) this.slots.set(key, (slots = { taken: 0, waiting: [] }));
    const { waiting } = slots;
    if (slots.taken >= this.most) return new Promise<void>((enter) => waiting.push(enter));
    slots.taken += 1;
    return null;
  }

  /** The next one gets the slot itself, so that no later one comes before it. */
  private leave(key: string): void {
    const slots = this.slots.get(key);
    if (slots === undefined) return;
    const next = slots.waiting.shift();
    if (next !== undefined) next();
    else if (slots.taken === 1) this.slots.delete(key);
    else slots.taken -= 1;
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
